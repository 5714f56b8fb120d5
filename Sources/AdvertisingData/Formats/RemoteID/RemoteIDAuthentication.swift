extension RemoteID {
  /// A page of what proves who sent the messages. The pages together are the data; only page 0 says how many there are.
  public struct Authentication: Hashable, Sendable {
    /// The whole message of 25 octets.
    private let octets: [UInt8]

    /// The caller has counted 25 octets.
    init(message: [UInt8]) {
      octets = message
    }

    /// What the data are: 1 signs the drone's id, 2 the operator's, 3 the messages; 4 proves it over the network.
    public var type: UInt8 { octets[1] >> 4 }
    /// The number of the page, 0 to 15.
    public var page: UInt8 { octets[1] & 0x0F }

    /// What page 0 says of all pages; `nil` on others.
    public var heading: Heading? {
      guard page == 0 else { return nil }
      return Heading(
        lastPage: octets[2], length: octets[3], timestamp: UInt32(littleEndian: octets, at: 4))
    }

    /// What page 0 says of all pages.
    public struct Heading: Hashable, Sendable {
      /// The number of the last page.
      public let lastPage: UInt8
      /// The octets of data on all pages.
      public let length: UInt8
      /// Seconds since 2019-01-01 00:00 UTC.
      public let timestamp: UInt32
    }

    /// The part of the data that is on this page, and zeros after the end of the data.
    public var data: [UInt8] { Array(octets[(page == 0 ? 8 : 2)...]) }

    /// Offsets count from the first octet of the message.
    var problems: [KnownPayload.Problem] {
      guard let heading else { return [] }
      let most = 15
      if Int(heading.lastPage) > most { return [.unexpected(offset: 2, expected: "the number of a page, at most 15")] }
      return Int(heading.length) > 17 + 23 * Int(heading.lastPage)
        ? [.unexpected(offset: 3, expected: "no more bytes than the pages have")] : []
    }

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      var fields =
        [Field].assigned(
          "authenticationType", type, RemoteIDNames.authenticationTypes, named: "authenticationTypeName", of: "type",
          at: at(1, 1)) + [Field("page", page, label: "page", at: at(1, 1), role: .structure)]
      if let heading {
        let time = heading.timestamp == 0 ? nil : RemoteIDNames.time(heading.timestamp)
        fields += [
          Field("lastPage", heading.lastPage, label: "of", at: at(2, 1), role: .structure, separator: " "),
          Field("length", heading.length, unit: "bytes in all", at: at(3, 1), role: .structure),
          Field("timestamp", heading.timestamp, at: at(4, 4)),
          Field("time", time.map { .text($0) } ?? .null, label: time == nil ? "" : "at"),
        ]
      }
      let offset = octets.count - data.count
      return fields + [Field("data", .octets(data), label: "data", at: at(offset, data.count))]
    }
  }
}
