import AdvertFirmware
import AdvertObservation
import AdvertisingData
import FuzzSupport

/// Programs that are run: whatever they do, they end within their bounds, say the same each time, and what is told of them
/// is what advertising can carry.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzPrograms(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  let octets = MadeProgram(&choices).octets
  let image = read(octets)
  for run in image.runs {
    // A copy or a call of the host counts when it is done, so the last one may pass the bound.
    demand(0...instructions + 100_000 ~= run.instructions, "\(run.instructions) instructions")
    demand(run.events.count <= 4096, "\(run.events.count) events")
  }
  for array in image.arrays {
    let count = array.payload.octets.count
    demand(count <= 1650, "\(array.name) of \(count) octets")
    demand(array.varying.allSatisfy { 0..<count ~= $0 }, "\(array.name) varies outside itself")
  }
  for layout in image.layouts { _ = layout.declared }
  if image.runs.contains(where: { !$0.events.isEmpty }) {
    let again = read(octets)
    demand(again.arrays == image.arrays && again.runs == image.runs, "it says something else the second time")
  }
  return 0
}

/// The bound for all runs of a program. The usual one lets a program that never ends run for a second, and then a machine tries
/// seven programs in a second.
private let instructions = 50_000

private func read(_ octets: [UInt8]) -> FirmwareImage {
  do throws(ImageError) {
    return try FirmwareImage(ImageFile(octets), instructions: instructions)
  } catch {
    fatalError("a program that is made is no image: \(error)")
  }
}
