internal import AdvertisingData

/// A file with programs for an ESP32: an application image, or the contents of a flash with a boot loader, a table of
/// partitions and applications.
///
/// Source: ESP-IDF Programming Guide, *Partition Tables*.
struct EspressifFile {
  /// The programs, in the order in which a device without updates takes them.
  let images: [EspressifImage]
  private let isFlash: Bool

  private static let tablePlaces: [UInt64] = [0x8000, 0x9000, 0xA000, 0xC000, 0xD000, 0xE000, 0xF000, 0x1_0000]
  private static let entrySize: UInt64 = 32
  private static let maximumEntries: UInt64 = 95
  private static let maximumPrograms = 4
  /// Where the boot loader of a flash can lie.
  private static let bootLoader: [UInt64] = [0, 0x1000, 0x2000]

  static func recognises(_ file: ImageFile) -> Bool {
    let bytes = ImageBytes(file)
    return EspressifImage.begins(bytes) || !applications(in: bytes).isEmpty
  }

  /// Reads a file; `nil` for one of another kind.
  ///
  /// - Throws: when an image is damaged.
  init?(_ file: ImageFile) throws(ImageError) {
    let bytes = ImageBytes(file)
    let places = Self.applications(in: bytes)
    isFlash = !places.isEmpty
    var images: [EspressifImage] = []
    for place in places.isEmpty ? [0] : places {
      if let image = try EspressifImage(bytes, at: place) { images.append(image) }
    }
    guard !images.isEmpty else { return nil }
    self.images = images
  }

  /// The kind of the file, in words.
  var kind: String {
    guard let first = images.first else { return "" }
    return isFlash ? "contents of a flash for \(first.chip.name)" : "application image for \(first.chip.name)"
  }

  /// Returns the offsets of the applications in the contents of a flash, by its table of partitions: the one that was
  /// flashed first, then those of updates. Empty for a file without such a table.
  private static func applications(in bytes: ImageBytes) -> [UInt64] {
    guard bootLoader.contains(where: { EspressifImage.begins(bytes, at: $0) }) else { return [] }
    for table in tablePlaces {
      var found: [(kind: UInt8, place: UInt64)] = []
      for number in 0..<maximumEntries {
        guard let entry = bytes.octets(at: table + number * entrySize, count: entrySize), entry[0] == 0xAA,
          entry[1] == 0x50
        else { break }
        let place = OctetOrder.littleEndian.number(of: entry[4..<8])
        if entry[2] == 0, EspressifImage.begins(bytes, at: place) { found.append((entry[3], place)) }
      }
      if !found.isEmpty { return found.sorted { $0.kind < $1.kind }.prefix(maximumPrograms).map { $0.place } }
    }
    return []
  }

  /// Runs the programs.
  func outcome(_ instructions: Int) -> UnnamedRun.Outcome {
    var results: [AdvertisingRun.Result] = []
    var closed: (why: UnnamedRun.Closed, account: RunAccount?) = (.noHost, nil)
    var left = instructions
    for (number, image) in images.enumerated() {
      let share = left / (images.count - number)
      let effort = RunEffort(share)
      defer { left -= share - max(effort.left, 0) }
      switch EspressifRun(image).outcome(effort) {
      case .made(let found): results += found
      case .closed(let why, let account): if number == 0 { closed = (why, account) }
      }
    }
    return results.isEmpty ? .closed(closed.why, closed.account) : .made(results)
  }
}
