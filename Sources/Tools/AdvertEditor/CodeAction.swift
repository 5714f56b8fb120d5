internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// A change of a document that an editor offers: the fix of a finding, or a layout as `advert repack --write` writes it.
struct CodeAction {
  let title: String
  /// The kind in the words of the protocol.
  let kind: String
  let edits: [TextEdit]
  /// The finding that the action fixes; `nil` for a layout that is repacked.
  let diagnostic: Diagnostic?

  /// The most actions of each kind in one answer. Each is tried on the whole document, and nobody reads a longer menu.
  static let most = 50

  /// Returns the actions for the text in a range of octets, or around it: of each kind the first ``most``.
  static func all(in range: Range<Int>, of text: DocumentText, _ judged: JudgedDocument) -> [CodeAction] {
    fixes(in: range, of: text, judged) + plans(in: range, of: text, judged)
  }

  private static func fixes(in range: Range<Int>, of text: DocumentText, _ judged: JudgedDocument) -> [CodeAction] {
    var actions: [CodeAction] = []
    for (finding, writing) in judged.findings where actions.count < most {
      let diagnostic = Diagnostic(finding: finding, range: Diagnostic.range(of: finding, judged, text))
      guard touches(diagnostic.range, range), let blocks = finding.fixBytes, let writing, let fix = finding.fix,
        let edits = checkedEdits(writing, blocks.advertising, blocks.scanResponse, of: text, judged)
      else { continue }
      actions.append(CodeAction(title: "Fix: \(fix)", kind: "quickfix", edits: edits, diagnostic: diagnostic))
    }
    return actions
  }

  /// Returns the best plan of each layout in the range, if the plan changes anything.
  private static func plans(in range: Range<Int>, of text: DocumentText, _ judged: JudgedDocument) -> [CodeAction] {
    let expectations = judged.manifest?.expectations ?? Expectations()
    var actions: [CodeAction] = []
    for declared in judged.layouts where actions.count < most {
      guard let writing = declared.text, isIn(range, declared, text, judged) else { continue }
      var source = RepackSource(declared, path: "")
      source.demands = Demands(of: declared, for: expectations.scanners)
      guard source.likelyDivision == nil, source.stackBuild == nil,
        let plan = RepackRun([source]).results.first?.repacking.plans.first, !plan.changes.isEmpty,
        let edits = checkedEdits(writing, plan.advertising, plan.scanResponse, of: text, judged)
      else { continue }
      let words = plan.changes.map { $0.words }.joined(separator: "; ")
      let name = declared.name.map { "\(HostileText.visible($0)): " } ?? ""
      actions.append(
        CodeAction(title: "Repack \(name)\(words)", kind: "refactor.rewrite", edits: edits, diagnostic: nil))
    }
    return actions
  }

  /// Whether the name of a layout or one of its blocks is in a range.
  private static func isIn(
    _ range: Range<Int>, _ declared: DeclaredLayout, _ text: DocumentText, _ judged: JudgedDocument
  ) -> Bool {
    let places = [declared.place, declared.advertisingText?.range, declared.scanResponseText?.range]
    return places.contains { $0.map { touches(text.octets(of: $0, judged.lines), range) } ?? false }
  }

  private static func touches(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.lowerBound <= other.upperBound && other.lowerBound <= one.upperBound
  }

  /// Returns the changes that replace a layout's blocks with two new ones; `nil` when its form cannot express them, or
  /// when nothing changes. In the new text, the layout has the new blocks, and all other layouts are as before.
  private static func checkedEdits(
    _ writing: WrittenLayout, _ advertising: Payload, _ scanResponse: Payload?, of text: DocumentText,
    _ judged: JudgedDocument
  ) -> [TextEdit]? {
    guard let edits = try? writing.edits(advertising: advertising, scanResponse: scanResponse), !edits.isEmpty,
      let old = judged.layouts.firstIndex(where: { $0.text == writing }),
      case let changed = TextEdit.applying(edits, to: text.text),
      let new = try? judged.kind == .hex ? HexLayouts.read(changed) : Manifest(reading: changed).layouts,
      new.count == judged.layouts.count
    else { return nil }
    let isRight = zip(judged.layouts.indices, new).allSatisfy { index, layout in
      let before = judged.layouts[index]
      guard layout.name == before.name else { return false }
      guard index == old else { return layout.layout == before.layout }
      return layout.layout.advertising == advertising
        && scanResponse.map { $0 == layout.layout.scanResponse.payloads.first ?? Payload() } ?? true
    }
    return isRight ? edits : nil
  }

  // MARK: Writing

  func write(to uri: String, _ text: DocumentText, _ encoding: DocumentText.Encoding, _ json: inout JSONWriter) {
    json.value("title", title)
    json.value("kind", kind)
    if let diagnostic {
      json.array("diagnostics") { json in
        json.object { json in diagnostic.write(in: text, encoding, to: &json) }
      }
    }
    json.object("edit") { json in
      // The address comes from the editor, so it is a text and not one of our keys.
      json.array("documentChanges") { json in
        json.object { json in
          json.object("textDocument") { json in
            json.value("uri", uri)
            json.null("version")
          }
          json.array("edits", edits) { json, edit in
            json.object { json in
              // The octets count without the byte order mark.
              let start = text.octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
              text.write(edit.octets.lowerBound + start..<edit.octets.upperBound + start, encoding, to: &json)
              json.value("newText", edit.text)
            }
          }
        }
      }
    }
  }
}
