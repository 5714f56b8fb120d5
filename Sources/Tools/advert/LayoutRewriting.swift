internal import AdvertInput
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// Rewrites some layouts of a file by their plans, in their places.
struct LayoutRewriting {
  let path: String
  private let text: String
  private let edits: [TextEdit]
  /// The number of layouts that change.
  let count: Int

  /// Prepares the rewriting; `nil` when the input is not a file of layouts.
  ///
  /// - Throws: for layouts that cannot be written in their present form, and for standard input.
  init?(_ input: Input, _ plans: [(source: RepackSource, plan: Plan)]) throws(CommandFailure) {
    guard case .text(let layouts, let text) = input.content else { return nil }
    path = input.path
    self.text = text
    guard path != "-" else {
      throw CommandFailure("standard input cannot be rewritten: name a file")
    }
    var edits: [TextEdit] = []
    var count = 0
    for (source, plan) in plans {
      guard let text = source.text else { continue }
      do throws(RewritingProblem) {
        let changes = try text.edits(advertising: plan.advertising, scanResponse: plan.scanResponse)
        edits += changes
        count += changes.isEmpty ? 0 : 1
      } catch {
        throw CommandFailure("\(path): cannot be rewritten: \(error)")
      }
    }
    self.edits = edits
    self.count = count
    try check(layouts, plans)
  }

  private var newText: String { TextEdit.applying(edits, to: text) }

  /// The diff for `patch`, unless lines in it would do harm to its readers.
  var diff: String { HostileText.visibleLines(plainDiff) }

  /// Whether lines of the diff are shown in another form.
  var isDiffAltered: Bool { diff != plainDiff }

  private var plainDiff: String { UnifiedDiff(edits, of: text).text(path: HostileText.harmless(path)) }

  /// Writes the file, unless it changed since it was read.
  func write() throws(CommandFailure) {
    guard !edits.isEmpty else { return }
    let now: String?
    do throws(InputProblem) {
      now = try RewindableSource(opening: path).text
    } catch {
      throw CommandFailure("\(path): \(error.message)")
    }
    guard now == text else { throw CommandFailure("\(path): not rewritten, because it changed meanwhile") }
    try ReplacedFile.replace(path, with: newText)
  }

  /// Checks that the new text has the layouts of the plans, and otherwise those of the old text.
  private func check(
    _ layouts: [DeclaredLayout], _ plans: [(source: RepackSource, plan: Plan)]
  ) throws(CommandFailure) {
    let read: [DeclaredLayout]
    do throws(ManifestError) {
      switch TextKind(text, path: path) {
      case .manifest, .yaml: read = try Manifest(reading: newText).layouts
      default: read = try HexLayouts.read(newText)
      }
    } catch {
      throw CommandFailure("\(path): cannot be rewritten in its form: \(error.message)")
    }
    // The first plan for a text is the written one.
    let planned = Dictionary(plans.map { ($0.source.text, $0.plan) }) { first, _ in first }
    let isRight =
      read.count == layouts.count
      && zip(layouts, read).allSatisfy { old, new in
        let plan = planned[old.text]
        return new.layout.advertising == (plan?.advertising ?? old.layout.advertising)
          && Self.response(new.layout) == (plan?.scanResponse ?? Self.response(old.layout)) && new.name == old.name
      }
    guard isRight else { throw CommandFailure("\(path): cannot be rewritten in its form") }
  }

  private static func response(_ layout: Layout) -> Payload { layout.scanResponse.payloads.first ?? Payload() }
}
