internal import AdvertisingData

/// The memory of a program before it runs, from any kind of file.
struct LoadedProgram {
  /// The contents of the memory. Where parts overlap, the last one counts.
  let segments: [LoadedSegment]
  private let codeParts: [CodePart]

  private struct CodePart {
    let address: UInt32
    let bytes: ImageBytes
  }

  /// The addresses of the code.
  let code: [Range<UInt32>]

  /// A limit above the size of any part of firmware.
  private static let maximumOctets: UInt64 = 1 << 24
  private static let maximumCode = 1 << 23
  /// The flash of Cortex-M lies below this address, and all RAM at or above it; other processors have both above it.
  private static let endOfFlash: UInt64 = 0x1000_0000

  private init(_ segments: [LoadedSegment], code parts: [(address: UInt64, bytes: ImageBytes)]) {
    self.segments = segments
    codeParts = parts.compactMap { part in
      guard let address = UInt32(exactly: part.address), part.bytes.count <= Self.maximumCode,
        UInt64(part.bytes.count) < 1 << 32 - part.address
      else { return nil }
      return CodePart(address: address, bytes: part.bytes)
    }
    code = codeParts.map { $0.address..<$0.address + UInt32($0.bytes.count) }
  }

  /// Makes the memory as `main` finds it: initial data are at the addresses where the program uses them.
  init(asMainFindsIt file: ELFFile) {
    var segments: [LoadedSegment] = []
    var code: [(address: UInt64, bytes: ImageBytes)] = []
    // Segger's linker marks code in flash as writable where one of its inputs is.
    let stays = file.loadedParts.filter { $0.address == $0.loadAddress && $0.address < Self.endOfFlash }.map {
      $0.address..<$0.address + min($0.size, Self.maximumOctets)
    }
    for section in file.sections where section.isAllocated && section.size > 0 && !section.name.hasPart("noinit") {
      let (end, overflow) = section.address.addingReportingOverflow(section.size)
      guard !overflow, end <= 1 << 32, section.size <= Self.maximumOctets else { continue }
      let contents = section.hasNoBits ? nil : file.contents(of: section)
      let isWritable = section.isWritable && !(section.isExecutable && stays.contains { $0.contains(section.address) })
      segments.append(LoadedSegment(addresses: section.address..<end, contents: contents, isWritable: isWritable))
      if section.isExecutable, let contents { code.append((section.address, contents)) }
    }
    // Where sections overlap, one of them only reserves the room for data that the program copies.
    self.init(segments.filter { $0.contents == nil } + segments.filter { $0.contents != nil }, code: code)
  }

  /// Makes the memory at the start of the processor, with the parts in flash and nothing in RAM; `nil` where the file
  /// does not show it.
  init?(asResetFindsIt file: ELFFile) {
    var segments: [LoadedSegment] = []
    for part in file.loadedParts {
      let (end, overflow) = part.loadAddress.addingReportingOverflow(part.size)
      guard !overflow, end <= 1 << 32, part.size <= Self.maximumOctets,
        let contents = ImageBytes(file.bytes, at: part.offset, count: part.size)
      else { continue }
      // A writable part that is used at the address where it was loaded is not in flash.
      let isWritable = part.isWritable && !part.isExecutable && part.address == part.loadAddress
      segments.append(LoadedSegment(addresses: part.loadAddress..<end, contents: contents, isWritable: isWritable))
    }
    guard !segments.isEmpty else { return nil }
    let code = LoadedProgram(asMainFindsIt: file)
    self.init(segments, code: code.codeParts.map { (address: UInt64($0.address), bytes: $0.bytes) })
  }

  /// Makes the memory with the parts that a file without symbols puts into flash. Of several programs, one can read the
  /// others, but only its own code runs.
  ///
  /// - Parameter addresses: the addresses of the program.
  init(_ image: UnnamedImage, _ addresses: Range<UInt32>) {
    let segments = image.parts.map { part in
      LoadedSegment(
        addresses: UInt64(part.address)..<part.end, contents: ImageBytes(ImageFile(part.octets)), isWritable: false)
    }
    let code = image.parts.compactMap { part -> (address: UInt64, bytes: ImageBytes)? in
      let own = part.addresses.clamped(to: addresses)
      guard !own.isEmpty, own.lowerBound >= part.address,
        let bytes = ImageBytes(
          ImageBytes(ImageFile(part.octets)), at: UInt64(own.lowerBound - part.address), count: UInt64(own.count))
      else { return nil }
      return (UInt64(own.lowerBound), bytes)
    }
    self.init(segments, code: code)
  }

  /// Makes the memory as the boot loader of an ESP32 fills it.
  init(_ image: EspressifImage) {
    self.init(
      image.segments.map { segment in
        LoadedSegment(
          addresses: segment.addresses, contents: segment.contents, isWritable: image.chip.isData(segment.address))
      },
      code: image.segments.filter { image.chip.isCode($0.address) }.map { (UInt64($0.address), $0.contents) })
  }

  /// Passes each halfword of the code with the next one to a function, until it returns `false`.
  func eachInstruction(_ body: (_ first: UInt32, _ second: UInt32, _ address: UInt32) -> Bool) {
    for part in codeParts {
      guard let octets = part.bytes.octets(at: 0, count: UInt64(part.bytes.count)) else { continue }
      for place in stride(from: 0, to: octets.count - 3, by: 2) {
        let first = UInt32(octets[place]) | UInt32(octets[place + 1]) << 8
        let second = UInt32(octets[place + 2]) | UInt32(octets[place + 3]) << 8
        guard body(first, second, part.address &+ UInt32(truncatingIfNeeded: place)) else { return }
      }
    }
  }
}
