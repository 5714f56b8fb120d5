import AdvertFirmware
import AdvertObservation
import AdvertisingData
import FuzzSupport

/// Firmware images: payloads that advertising can have, with places in the file, or one error of one line.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzImages(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let octets = Array(Choices(data, size).rest)
  do throws(ImageError) {
    let image = try FirmwareImage(ImageFile(octets))
    for array in image.arrays {
      if let offset = array.place.fileOffset {
        demand(0..<octets.count ~= offset, "\(array.name) at \(offset) of \(octets.count) octets")
      }
      demand(array.place.line.map { $0 >= 0 } ?? true, "\(array.name) in line \(array.place.line ?? 0)")
    }
    let named = image.layouts.flatMap { [$0.advertising, $0.scanResponse].compactMap(\.self) }
    demand(
      named.count >= image.arrays.count(where: { $0.role != PayloadRole.periodic }), "payloads that are in no layout")
    for layout in image.layouts { _ = layout.declared }
    try search(octets)
  } catch {
    do throws(ImageError) { try search(octets) } catch { demand(!error.description.contains("\n"), "\(error)") }
    demand(!error.description.contains("\n"), "\(error)")
  }
  return 0
}

/// What is built like payloads: payloads that a legacy packet has room for, with places in the file.
private func search(_ octets: [UInt8]) throws(ImageError) {
  for candidate in try CandidateSearch(ImageFile(octets)).candidates {
    demand(7...31 ~= candidate.payload.count, "a candidate of \(candidate.payload.count) octets")
    if let offset = candidate.fileOffset { demand(0..<octets.count ~= offset, "a candidate at \(offset)") }
  }
}
