import FuzzSupport
import TestSupport

/// Tar archives whose headers have the right checksum and whose members are not what they should be.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzTar(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  var archive: [UInt8] = []
  while !choices.isEmpty { archive += member(&choices) }
  CaptureCheck.check(archive)
  return 0
}

private let types = Array("\u{0}01234567LKxgXSMDV".utf8)

private func member(_ choices: inout Choices) -> [UInt8] {
  let kind = choices.octet()
  // Blocks of zeros, or of anything.
  if kind >= 0xF8 { return [UInt8](repeating: 0, count: 512) }
  if kind >= 0xF0 { return choices.chunk() }
  var header = [UInt8](repeating: 0, count: 512)
  let changes = choices.chunk()
  header.replaceSubrange(0..<3, with: Array("log".utf8))
  header.replaceSubrange(257..<265, with: Array("ustar\u{0}00".utf8))
  let content = choices.chunk()
  let lie = choices.octet()
  let length = lie < 0xE0 ? content.count : Int(lie) << 4
  header.replaceSubrange(124..<136, with: Array(octal(length, digits: 11).utf8) + [0])
  header[156] = types[Int(kind) % types.count]
  // Pairs of a place and a value.
  for index in stride(from: 0, to: changes.count & ~1, by: 2) {
    header[(Int(changes[index]) << 1) % 512] = changes[index + 1]
  }
  header.replaceSubrange(148..<156, with: Array("        ".utf8))
  let sum = header.reduce(0) { $0 + Int($1) }
  header.replaceSubrange(148..<154, with: Array(octal(sum, digits: 6).utf8))
  return header + content + [UInt8](repeating: 0, count: -content.count & 511)
}

private func octal(_ number: Int, digits: Int) -> String {
  let text = String(number, radix: 8)
  return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
}
