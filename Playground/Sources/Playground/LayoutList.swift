internal import AdvertBuilders
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertSources
internal import AdvertisingData

/// The answer of `lint` about a file that declares layouts, and these layouts as the boxes of the page take them.
enum LayoutList {
  /// A layout of the file.
  struct Layout {
    var declared: DeclaredLayout
    /// The file that declares it.
    var path: String
    /// What is assumed of it, and what may differ on the air.
    var remarks: [String]

    init(_ declared: DeclaredLayout, path: String, remarks: [String] = []) {
      (self.declared, self.path, self.remarks) = (declared, path, remarks)
    }
  }

  /// - Parameters:
  ///   - layouts: in the order in which the run judged them.
  ///   - kind: what the file is, in words; `nil` for a manifest.
  ///   - remarks: on the file as a whole.
  ///   - runs: how the code of an image was run, in lines; `nil` for other files.
  ///   - versions: the stacks whose version a person can say.
  static func answer(
    _ run: LintRun, _ layouts: [Layout], kind: String? = nil, remarks: [String] = [], runs: [String]? = nil,
    versions: [StackBuilder] = []
  ) -> String {
    var answer = Answer(problem: nil)
    answer.add(
      "lint",
      document: LintFormat.json.report(
        of: run, LintFormat.Options(style: .plain, failOn: .warning, showsNotes: false, version: "")))
    answer.add("layouts", document: document(of: layouts, ranges(of: run)))
    answer.add("kind", kind)
    answer.add("remarks", document: document(of: remarks))
    answer.add("runs", document: runs.map { document(of: $0) })
    answer.add("versions", document: document(of: versions.map { $0.id }))
    return answer.text
  }

  /// Returns the answer about layouts that a text declares.
  static func answer(_ layouts: [DeclaredLayout], in text: String, _ name: String) -> String {
    answer(LintRun([Input(path: name, .text(layouts, text))]), layouts.map { Layout($0, path: name) })
  }

  /// Returns the answer about the arrays of a source file that are payloads, beside calls that no reader takes.
  static func answer(_ arrays: DeclaredArrays, beside calls: [SourceObstacle] = [], _ name: String) -> String {
    let inputs = [Input(path: name, .text(arrays.layouts, ""))]
    let incomplete = DeclaredContent(.arrays(arrays, beside: calls), path: name)?.incomplete ?? []
    return answer(LintRun(inputs, incomplete: incomplete), arrays.layouts.map { Layout($0, path: name) })
  }

  /// - Parameter runs: how the code of an image was run, in lines; `nil` for other files.
  static func failed(_ name: String, _ problem: String, runs: [String]? = nil) -> String {
    var answer = Answer(problem: "\(HostileText.visible(name)): \(problem)")
    answer.add("lint", document: nil)
    answer.add("layouts", document: nil)
    answer.add("runs", document: runs.map { document(of: $0) })
    return answer.text
  }

  private static func document(of texts: [String]) -> String {
    var json = JSONWriter(isIndented: false)
    json.array(nil, texts) { json, text in json.value(nil, text) }
    return json.text
  }

  /// Returns where the findings on each layout are among all findings.
  private static func ranges(of run: LintRun) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for file in run.inputs {
      for device in file.devices {
        ranges.append(start..<start + device.findings.count)
        start += device.findings.count
      }
      start += file.findings.count
    }
    return ranges
  }

  private static func document(of layouts: [Layout], _ ranges: [Range<Int>]) -> String {
    var json = JSONWriter(isIndented: false)
    json.array(nil, zip(layouts, ranges)) { json, entry in
      let (layout, findings) = entry
      let declared = layout.declared
      json.object { json in
        json.value("name", declared.name)
        json.value("path", layout.path)
        json.value("line", declared.place?.line)
        json.value("pdu", declared.layout.pdu?.rawValue)
        json.value("interval", declared.intervalMicroseconds.map { DecimalNumber($0, decimals: 3).description })
        json.value("merged", declared.merged != nil)
        json.value(
          "advertising", (declared.merged?.payload ?? declared.layout.advertising).map { HexText.compact($0.octets) })
        json.value("scanResponse", declared.layout.scanResponse.payloads.first.map { HexText.compact($0.octets) })
        json.value("firstFinding", findings.lowerBound)
        json.value("findingCount", findings.count)
        json.array("remarks", layout.remarks) { json, remark in json.value(nil, remark) }
      }
    }
    return json.text
  }
}
