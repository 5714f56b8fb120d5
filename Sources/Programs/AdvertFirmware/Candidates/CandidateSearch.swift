public import AdvertisingData

/// A search of a firmware image without symbols for octets with the structure of an advertising payload.
///
/// Nothing in the file shows that a candidate is sent, its kind, or its end, so candidates are shown and never judged.
/// A scan response has no Flags to recognise it by; it is found only after advertising data.
public struct CandidateSearch: Sendable {
  /// The kind of the file, in words.
  public let kind: String
  /// The candidates: the likely ones first, equally likely ones in the order of the memory.
  public private(set) var candidates: [PayloadCandidate] = []
  /// Whether candidates were left out because there are more than in any real image.
  public private(set) var isCutOff = false

  /// Whether the beginning of a file without symbols shows that it is firmware: Intel HEX, or UF2.
  public static func recognises(_ file: ImageFile) -> Bool {
    guard let octets = file.octets(at: 0, count: min(file.count, 1024)) else { return false }
    return UF2File.recognises(octets) || IntelHexFile.recognises(octets)
  }

  /// Whether the beginning of a file shows that it is UF2.
  public static func recognisesUF2(_ file: ImageFile) -> Bool {
    file.octets(at: 0, count: min(file.count, 8)).map(UF2File.recognises) ?? false
  }

  private static let maximumCandidates = 1000
  private static let legacyLimit = 31

  /// Searches an ELF file, Intel HEX, UF2 or a binary image.
  ///
  /// - Throws: when an ELF file or Intel HEX is damaged.
  public init(_ file: ImageFile) throws(ImageError) {
    let memory = try SearchedMemory(file)
    kind = memory.kind
    for region in memory.regions {
      find(in: region, memory) { Self.array(in: $0.octets, at: $1) }
      if memory.order == .littleEndian {
        find(in: region, memory) { Self.structures(in: $0, at: $1, memory) }
      }
    }
    var known: Set<[UInt8]> = []
    candidates = candidates.sorted {
      $0.weight != $1.weight
        ? $0.weight > $1.weight
        : ($0.address ?? 0, $0.fileOffset ?? 0) < ($1.address ?? 0, $1.fileOffset ?? 0)
    }.filter { known.insert($0.payload.octets).inserted }
  }

  /// The payloads in hex that the lines of a text have.
  package init(ofText payloads: [[UInt8]], isCutOff: Bool) {
    kind = "text"
    self.isCutOff = isCutOff
    candidates = payloads.map {
      PayloadCandidate(payload: Payload($0), form: .octets, weight: PayloadCandidate.maximumOfUncertain)
    }
  }

  /// Returns the same candidates with other payloads, such as pseudonyms.
  public func replacing(payloads payload: (Payload) -> Payload) -> CandidateSearch {
    var search = self
    for index in candidates.indices { search.candidates[index].payload = payload(candidates[index].payload) }
    return search
  }

  private mutating func find(
    in region: SearchedMemory.Region, _ memory: SearchedMemory,
    _ candidate: (SearchedMemory.Region, Int) -> (
      payload: [UInt8], length: Int, form: PayloadCandidate.Form, weight: Int
    )?
  ) {
    var place = 0
    while place + 6 < region.octets.count {
      guard let found = candidate(region, place) else {
        place += 1
        continue
      }
      guard candidates.count < Self.maximumCandidates else {
        isCutOff = true
        return
      }
      candidates.append(
        PayloadCandidate(
          payload: Payload(found.payload), form: found.form,
          address: memory.hasAddresses ? region.address &+ UInt64(place) : nil,
          fileOffset: region.fileOffset.map { $0 + place }, weight: found.weight))
      place += found.length
    }
  }

  // MARK: Arrays of octets

  private static func array(
    in octets: [UInt8], at start: Int
  ) -> (payload: [UInt8], length: Int, form: PayloadCandidate.Form, weight: Int)? {
    guard octets[start] == 2, octets[start + 1] == 1 else { return nil }
    var found = Run()
    var end = start
    while end < octets.count {
      let length = Int(octets[end])
      guard length >= 2, end + length < octets.count, end + 1 + length - start <= legacyLimit,
        found.take(octets[end + 1], octets[end + 2..<end + 1 + length])
      else { break }
      end += length + 1
    }
    guard let weight = found.weight(count: end - start) else { return nil }
    return (Array(octets[start..<end]), end - start, .octets, weight)
  }

  // MARK: Arrays of Zephyr's structure

  /// Finds elements of a type, a length, two zeros and a pointer, in programs for processors of 32 bits.
  private static func structures(
    in region: SearchedMemory.Region, at start: Int, _ memory: SearchedMemory
  ) -> (payload: [UInt8], length: Int, form: PayloadCandidate.Form, weight: Int)? {
    let octets = region.octets
    guard start % 4 == 0, octets[start] != 0, octets[start + 1] != 0, octets[start + 2] == 0, octets[start + 3] == 0
    else { return nil }
    var payload: [UInt8] = []
    var found = Run()
    var place = start
    while place + 8 <= octets.count, octets[place + 2] == 0, octets[place + 3] == 0 {
      let (type, count) = (octets[place], Int(octets[place + 1]))
      let pointer = memory.order.number(of: octets[place + 4..<place + 8])
      guard count > 0, payload.count + count + 2 <= legacyLimit, pointer >= 0x100,
        let value = memory.octets(at: pointer, count: count), found.take(type, value)
      else { break }
      payload += [UInt8(count + 1), type] + value
      place += 8
    }
    // An array begins with its Flags: elements before them belong to another array, such as the scan response.
    guard found.types.first == 1, let weight = found.weight(count: payload.count)
    else { return nil }
    // Several pointers that all lead to values are not a coincidence.
    let isOpen = found.types.contains(where: PlausibleStructure.isService)
    return (payload, place - start, .structures(count: (place - start) / 8), isOpen ? weight : weight + 1)
  }

  /// A sequence of AD structures.
  private struct Run {
    private(set) var types: [UInt8] = []
    private var sum = 0

    /// Takes a structure; `false` when it is not one, or its type was already there.
    mutating func take(_ type: UInt8, _ value: ArraySlice<UInt8>) -> Bool {
      guard !types.contains(type), let weight = PlausibleStructure.weight(type: type, value: value) else {
        return false
      }
      types.append(type)
      sum += weight
      return true
    }

    /// Returns the weight of the evidence for a payload; `nil` when it is not one.
    func weight(count: Int) -> Int? {
      guard count >= 7, types.contains(where: PlausibleStructure.isAnchor),
        count >= 9 || types.contains(where: PlausibleStructure.isList)
      else { return nil }
      // The end is not known. The services could belong to a scan response after the payload, which then stays hidden.
      return types.contains(where: PlausibleStructure.isService) ? min(sum, PayloadCandidate.maximumOfUncertain) : sum
    }
  }
}

/// Octets of an image with the structure of a payload.
public struct PayloadCandidate: Hashable, Sendable {
  /// The octets that would be sent; they may include octets after the payload, such as the scan response.
  public var payload: Payload
  /// How the payload is stored.
  public var form: Form
  /// The address in the memory of the device; `nil` where the file does not state it.
  public var address: UInt64?
  /// The offset in the file; `nil` where the file writes octets as text or in blocks.
  public var fileOffset: Int?
  /// The weight of the evidence for a payload.
  var weight: Int

  /// The form of a payload in the memory.
  public enum Form: Hashable, Sendable {
    /// The octets in the order in which they are sent.
    case octets
    /// An array of Zephyr's structure.
    case structures(count: Int)
  }

  /// The degrees of certainty that a candidate is a payload.
  public enum Confidence: String, Hashable, Sendable {
    /// Few other data have this structure.
    case likely
    /// The candidate may be a payload.
    case possible
    /// The structure fits, but there are hardly any data that a device would send.
    case unlikely
  }

  /// The largest weight of a payload whose end matters and is not known.
  static let maximumOfUncertain = 3

  /// The certainty that the candidate is sent.
  public var confidence: Confidence { weight >= 4 ? .likely : weight >= 3 ? .possible : .unlikely }
}
