internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// What `inspect` says of a file.
enum CaptureAnswer {
  /// The answer to a request with the parts `name` and `octets`.
  static func text(for request: Request) -> String {
    let name = request.text("name") ?? "-"
    guard let octets = request.octets("octets") else { return failed("expected the octets of a file, found none") }
    let capture: Capture
    do throws(CaptureError) {
      capture = try Capture(RequestSource(octets))
    } catch {
      return failed("\(HostileText.visible(name)): \(error)")
    }
    let run = InspectRun(capture.inputs(path: name))
    var answer = Answer(problem: nil)
    answer.add("inspect", document: InspectReport(run).json)
    answer.add("layouts", document: layouts(of: run))
    return answer.text
  }

  private static func failed(_ problem: String) -> String {
    var answer = Answer(problem: problem)
    answer.add("inspect", document: nil)
    answer.add("layouts", document: nil)
    return answer.text
  }

  /// The layouts of each device, in the order of the document.
  private static func layouts(of run: InspectRun) -> String {
    var json = JSONWriter(isIndented: false)
    json.array { json in
      for capture in run.captures {
        run.forEachDevice(of: capture) { device in
          json.array(nil, device.advertiser.layouts) { json, observed in
            json.object { json in write(observed, to: &json) }
          }
        }
      }
    }
    return json.text
  }

  private static func write(_ observed: ObservedLayout, to json: inout JSONWriter) {
    // Of several scan responses, the one received most.
    let response =
      observed.scanResponses.max { $0.count < $1.count }?.payload ?? observed.layout.scanResponse.payloads.first
    json.value("pdu", observed.layout.pdu?.rawValue)
    json.value("advertising", observed.layout.advertising.map { HexText.compact($0.octets) })
    json.value("scanResponse", response.map { HexText.compact($0.octets) })
    json.value("count", observed.count)
  }
}

/// The octets of a request, which stay where they are while the request is answered.
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
