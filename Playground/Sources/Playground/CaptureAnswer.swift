internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The answer of `inspect` about a file; that of `lint` where the file is a firmware image.
enum CaptureAnswer {
  /// Returns the answer to a request with the parts `name` and `octets`.
  static func text(for request: Request) -> String {
    let name = request.text("name") ?? "-"
    guard let octets = request.octets("octets") else { return failed("expected the octets of a file, found none") }
    let capture: Capture
    do throws(CaptureError) {
      capture = try Capture(RequestSource(octets))
    } catch {
      // As for the command, also an archive without a capture can be one: a package for an update.
      switch error {
      case .notRecognised, .noCaptureInside:
        if let answer = ImageAnswer.text(for: request, octets, name: name) { return answer }
      default: break
      }
      return failed("\(HostileText.visible(name)): \(error)")
    }
    let run = InspectRun(capture.inputs(path: name))
    var answer = Answer(problem: nil)
    answer.add("inspect", document: InspectReport(run).json)
    answer.add("unread", document: unread(of: capture))
    // Programs that print values in the place of bytes.
    answer.add("whoHasBytes", run.accounts.lazy.compactMap { $0.known.whoHasBytes }.first)
    answer.add("merged", document: merged(in: capture))
    return answer.text
  }

  /// The most lines with both blocks in one that are listed.
  private static let mostMerged = 1000

  /// Returns the lines of logs that have both blocks in one.
  private static func merged(in capture: Capture) -> String {
    var json = JSONWriter(isIndented: false)
    json.array(nil, capture.summary.captures.flatMap { $0.merged }.prefix(mostMerged)) { json, line in
      json.object { json in
        json.value("address", line.address.type == .anonymous ? nil : line.address.description)
        json.value("octets", HexText.compact(line.octets))
        json.value("line", line.line)
        json.value("count", line.count)
      }
    }
    return json.text
  }

  private static func failed(_ problem: String) -> String {
    var answer = Answer(problem: problem)
    answer.add("inspect", document: nil)
    answer.add("unread", document: nil)
    return answer.text
  }

  /// Returns the parts of an archive that were not read, one line each. The problems of captures are in the document.
  private static func unread(of capture: Capture) -> String {
    var json = JSONWriter(isIndented: false)
    json.array(nil, capture.summary.isArchive ? capture.summary.problems : []) { json, problem in
      json.value(nil, "\(problem.place.map { "\($0): " } ?? "")\(problem.message)")
    }
    return json.text
  }
}

/// The octets of a request. Their address does not change while the request is answered.
final class RequestSource: ByteSource {
  private let octets: UnsafeRawBufferPointer
  private var position = 0

  init(_ octets: UnsafeRawBufferPointer) {
    self.octets = octets
  }

  func read(into buffer: inout [UInt8], at start: Int) -> Int {
    let count = min(buffer.count - start, octets.count - position)
    let part = UnsafeRawBufferPointer(rebasing: octets[position..<position + count])
    buffer.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: part) }
    position += count
    return count
  }
}
