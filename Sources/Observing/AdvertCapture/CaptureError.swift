public import AdvertReading
internal import AdvertisingData

/// The reason why an input could not be read as a capture at all.
public enum CaptureError: Error, Hashable, Sendable {
  /// The system cannot open or read it; the reason is in its words.
  case unreadable(reason: String)
  /// The input has no bytes.
  case empty
  /// The input starts with the mark of no format. `head` contains the first octets.
  case notRecognised(head: [UInt8])
  /// An archive that can be read and contains no capture; `members` describes its content.
  case noCaptureInside(archive: String, members: String, problems: [CaptureProblem] = [])
  /// A variant of a known format that cannot be read.
  case unsupported(fileOffset: Int, expected: String, found: String)
}

extension CaptureError: CustomStringConvertible {
  public var description: String {
    guard case .notRecognised(let head) = self else { return expectation + (found.map { ", found \($0)" } ?? "") }
    return "this is \(Self.words(head)); \(expectation)"
  }

  /// The expected content and its place, without any text from the input.
  public var expectation: String {
    switch self {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .empty: "offset 0: expected a capture"
    case .notRecognised: "expected a capture (\(CaptureFormats.names))"
    case .noCaptureInside(let archive, _, _): "offset 0: expected a capture in the \(archive) archive"
    case .unsupported(let fileOffset, let expected, _): "offset \(fileOffset): expected \(expected)"
    }
  }

  /// The found content; `nil` when it could not be read. It may contain text from the input.
  public var found: String? {
    switch self {
    case .unreadable: nil
    case .empty: "an empty file"
    case .notRecognised(let head): Self.words(head)
    case .noCaptureInside(_, let members, let problems):
      ([members] + problems.map { $0.message }).joined(separator: "; ")
    case .unsupported(_, _, let found): found
    }
  }

  /// Returns the beginning of a file, as text where it is nothing else.
  private static func words(_ head: [UInt8]) -> String {
    if let kind = ForeignFile.words(head) { return kind }
    guard head.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
      return "a file of a kind that is not known, which begins \(HexText.spaced(head))"
    }
    let line = head.map { $0 < 0x20 ? 0x20 : $0 }
    return "text that begins \"\(String(decoding: line, as: UTF8.self))\""
  }
}

extension CaptureProblem {
  /// A capture that cannot be read, among others that can.
  init(_ kind: Kind, _ error: CaptureError) {
    switch error {
    case .unsupported(let fileOffset, let expected, let found):
      self.init(kind, fileOffset: fileOffset, record: nil, expected: expected, found: found)
    case .unreadable(let reason): self.init(kind, fileOffset: 0, record: nil, detail: .readingFailed(reason: reason))
    case .empty, .notRecognised, .noCaptureInside:
      self.init(kind, fileOffset: 0, record: nil, detail: .refused(reason: error.description))
    }
  }
}
