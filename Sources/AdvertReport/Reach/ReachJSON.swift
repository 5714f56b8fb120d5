internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// Which scanners discover which devices, as the document `advert.reach/1`.
struct ReachJSON {
  private let results: ReachResults

  init(_ results: ReachResults) {
    self.results = results
  }

  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.reach/1")
      json.array("captures", results.inputs.compactMap(\.capture)) { json, capture in
        json.object { json in write(capture, to: &json) }
      }
      json.array("results") { json in
        for input in results.inputs {
          for device in input.devices {
            for question in device.questions {
              for profile in results.profiles {
                json.object { json in write(profile, question, device, input, to: &json) }
              }
            }
          }
        }
      }
    }
    return json.text
  }

  private func write(_ capture: CaptureInput, to json: inout JSONWriter) {
    json.value("path", capture.path)
    json.value("start", capture.summary.times?.lowerBound)
    json.value("end", capture.summary.times?.upperBound)
    json.array("scanModes", capture.observation.scanModeChanges) { json, change in
      json.object { json in json.write(change) }
    }
  }

  private func write(
    _ profile: ScannerProfile, _ question: Question, _ device: ReachResults.Device, _ input: ReachResults.Input,
    to json: inout JSONWriter
  ) {
    let discovery = input.discovery(of: device, by: profile, for: question)
    let verdict = discovery.verdict
    json.value("path", input.path)
    json.value("profile", profile.id)
    json.value("advertiser", device.address?.description)
    json.value("addressType", device.address?.kind.rawValue)
    json.value("name", device.name)
    json.value("layoutName", device.layoutName)
    json.object("question") { json in write(question, to: &json) }
    json.value("verdict", VerdictWord(verdict).word)
    json.value("tentative", verdict.isTentative)
    json.value("reason", verdict.explanation)
    if let mention = verdict.mention {
      json.object("bytes") { json in
        json.value("layout", mention.layout)
        json.value("block", mention.block.rawValue)
        json.value("scanResponse", mention.response)
        json.value("offset", mention.offset)
        json.value("length", mention.length)
      }
    } else {
      json.null("bytes")
    }
    json.array("evidence", verdict.evidence) { json, evidence in
      json.object { json in
        json.value("strength", evidence.strength.rawValue)
        json.value("source", evidence.source)
      }
    }
    writeTiming(of: discovery, in: input, to: &json)
  }

  private func writeTiming(of discovery: Discovery, in input: ReachResults.Input, to json: inout JSONWriter) {
    let times = input.capture?.summary.times
    write("firstDiscovery", seconds: zip(discovery.time, times?.lowerBound) { $0.seconds(since: $1) }, to: &json)
    json.value("callbacks", discovery.callbacks)
    json.value("callbacksWithDuplicates", discovery.callbacksWithDuplicates)
    write("secondsSaved", seconds: zip(times?.upperBound, discovery.time) { $0.seconds(since: $1) }, to: &json)
  }

  private func zip<One, Other>(_ one: One?, _ other: Other?, _ body: (One, Other) -> Double) -> Double? {
    guard let one, let other else { return nil }
    return body(one, other)
  }

  private func write(_ key: String, seconds: Double?, to json: inout JSONWriter) {
    // Times that are centuries apart come from damage.
    if let seconds, seconds.magnitude < 1e12 {
      json.value(key, rounded: seconds)
    } else {
      json.null(key)
    }
  }

  private func write(_ question: Question, to json: inout JSONWriter) {
    switch question {
    case .service(let uuid):
      json.value("kind", "service")
      json.value("value", uuid.description)
    case .name(let name):
      json.value("kind", "name")
      json.value("value", name)
    case .presence:
      json.value("kind", "presence")
      json.null("value")
    }
  }
}
