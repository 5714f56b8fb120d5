import TestSupport

/// Builds zip archives member by member, truthful or not.
struct ZipFile {
  private(set) var octets: [UInt8] = []
  /// Where each member's content starts.
  private(set) var contentOffsets: [Int] = []
  private var directory: [UInt8] = []
  private var count: UInt64 = 0

  /// Where the lengths of a member are.
  enum Lengths {
    case header
    /// In the extra field for long files.
    case zip64
    /// Behind the content, with or without the mark, in 32 or 64 bits.
    case descriptor(mark: Bool, wide: Bool)
  }

  mutating func member(
    _ name: String, _ content: [UInt8], method: UInt64 = 0, lengths: Lengths = .header, flags: UInt64 = 0,
    packed: [UInt8]? = nil, packedLength: Int? = nil, checksum: UInt64? = nil
  ) {
    let packed = packed ?? (method == 8 ? Octets.deflated(content, .none) : content)
    let checksum = checksum ?? Octets.checksum(content)
    let packedLength = UInt64(packedLength ?? packed.count)
    let length = UInt64(content.count)
    var extra: [UInt8] = []
    var fields = Octets.little(checksum, 4) + Octets.little(packedLength, 4) + Octets.little(length, 4)
    var behind: [UInt8] = []
    var flags = flags
    switch lengths {
    case .header: break
    case .zip64:
      fields = Octets.little(checksum, 4) + Octets.little(.max, 8)
      let other = Octets.little(0x5455, 2) + Octets.little(5, 2) + [1, 0, 0, 0, 0]
      extra =
        other + Octets.little(1, 2) + Octets.little(16, 2) + Octets.little(length, 8) + Octets.little(packedLength, 8)
    case .descriptor(let mark, let wide):
      fields = Octets.little(0, 12)
      flags |= 8
      behind = mark ? [UInt8](hex: "504b0708") : []
      behind +=
        Octets.little(checksum, 4) + Octets.little(packedLength, wide ? 8 : 4) + Octets.little(length, wide ? 8 : 4)
    }
    let about =
      Octets.little(20, 2) + Octets.little(flags, 2) + Octets.little(method, 2) + Octets.little(0, 4) + fields
      + Octets.little(UInt64(name.utf8.count), 2) + Octets.little(UInt64(extra.count), 2)
    directory += [UInt8](hex: "504b01021e03") + about + Octets.little(0, 10) + Octets.little(UInt64(octets.count), 4)
    directory += Array(name.utf8) + extra
    octets += [UInt8](hex: "504b0304") + about + Array(name.utf8) + extra
    contentOffsets.append(octets.count)
    octets += packed + behind
    count += 1
  }

  /// The archive with its directory.
  var whole: [UInt8] {
    octets + directory + [UInt8](hex: "504b0506") + Octets.little(0, 4) + Octets.little(count, 2)
      + Octets.little(count, 2) + Octets.little(UInt64(directory.count), 4)
      + Octets.little(UInt64(octets.count), 4) + Octets.little(0, 2)
  }
}
