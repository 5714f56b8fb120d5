// The functions that the page calls: it writes a request, has it answered, and reads the answer.

/// The longest request: a capture of 128 MB with its other parts.
private let maximumOctets = 1 << 27

nonisolated(unsafe) private var request = UnsafeMutableRawBufferPointer(start: nil, count: 0)
nonisolated(unsafe) private var answer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

/// Returns the address of the room for a request of `size` octets; 0 when that is too long.
@_cdecl("advert_input")
public func input(_ size: Int32) -> UInt32 {
  request.deallocate()
  answer.deallocate()
  (request, answer) = (
    UnsafeMutableRawBufferPointer(start: nil, count: 0), UnsafeMutableRawBufferPointer(start: nil, count: 0)
  )
  guard size > 0, size <= maximumOctets else { return 0 }
  request = .allocate(byteCount: Int(size), alignment: 16)
  return address(of: request)
}

/// Answers the request, and returns the number of octets of the answer.
@_cdecl("advert_answer")
public func answerRequest() -> Int32 {
  answer.deallocate()
  let read = Request(UnsafeRawBufferPointer(request))
  var text =
    switch read.text("request") {
    case "layout": LayoutAnswer.text(for: read)
    case "file": FileAnswer.text(for: read)
    case "capture": CaptureAnswer.text(for: read)
    case "build": BuildAnswer.text(for: read)
    case "program": ProgramAnswer.text(for: read)
    case "pasted": PastedAnswer.text(for: read)
    default:
      Answer(problem: "expected a request for a layout, a text, a file, a capture, a program or what a stack builds")
        .text
    }
  request.deallocate()
  request = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  answer = text.withUTF8 { octets in
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: octets.count, alignment: 16)
    copy.copyBytes(from: octets)
    return copy
  }
  return Int32(truncatingIfNeeded: answer.count)
}

/// Returns the address of the answer, which is valid until the next request.
@_cdecl("advert_output")
public func output() -> UInt32 { address(of: answer) }

private func address(of octets: UnsafeMutableRawBufferPointer) -> UInt32 {
  octets.baseAddress.map { UInt32(UInt(bitPattern: $0)) } ?? 0
}
