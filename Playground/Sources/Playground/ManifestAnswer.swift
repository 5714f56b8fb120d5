internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The answer of `lint` about an `advert.yml`, and its layouts as the boxes of the page take them.
enum ManifestAnswer {
  /// As for the command.
  private static let maximumOctets = 1 << 20

  /// Returns the answer to a request with the parts `name` and `octets`.
  static func text(for request: Request) -> String {
    let name = request.text("name") ?? Manifest.fileName
    guard let octets = request.octets("octets") else { return failed("expected the text of a manifest, found none") }
    guard octets.count <= maximumOctets, let text = String(validating: octets, as: UTF8.self) else {
      return failed("\(HostileText.visible(name)): expected a manifest: UTF-8 of at most 1 MiB")
    }
    do throws(ManifestError) {
      let manifest = try Manifest(reading: text)
      guard !manifest.layouts.isEmpty else {
        return failed("\(HostileText.visible(name)): expected layouts under the key \"layouts\", found none")
      }
      let run = LintRun([manifest.input(text, path: name)], ownSettings: [name: manifest.settings(path: name)])
      var answer = Answer(problem: nil)
      answer.add(
        "lint",
        document: LintFormat.json.report(
          of: run, LintFormat.Options(style: .plain, failOn: .warning, showsNotes: false, version: "")))
      answer.add("layouts", document: layouts(manifest.layouts))
      return answer.text
    } catch {
      return failed("\(HostileText.visible(name)): \(error)")
    }
  }

  private static func failed(_ problem: String) -> String {
    var answer = Answer(problem: problem)
    answer.add("lint", document: nil)
    answer.add("layouts", document: nil)
    return answer.text
  }

  private static func layouts(_ layouts: [DeclaredLayout]) -> String {
    var json = JSONWriter(isIndented: false)
    json.array(nil, layouts) { json, declared in
      json.object { json in
        json.value("name", declared.name)
        json.value("line", declared.place?.line)
        json.value("pdu", declared.layout.pdu?.rawValue)
        json.value("interval", declared.intervalMicroseconds.map { DecimalNumber($0, decimals: 3).description })
        json.value("merged", declared.merged != nil)
        json.value(
          "advertising", (declared.merged?.payload ?? declared.layout.advertising).map { HexText.compact($0.octets) })
        json.value("scanResponse", declared.layout.scanResponse.payloads.first.map { HexText.compact($0.octets) })
      }
    }
    return json.text
  }
}
