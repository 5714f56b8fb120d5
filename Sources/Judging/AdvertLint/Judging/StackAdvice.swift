internal import AdvertBuilders
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// The advice to a program about the findings on a layout that a stack makes of its calls.
///
/// A fix names only what the stack has a call for. Where there is no call, a warning says so. A note is left out then,
/// because advice is all that it has: also where the call costs an answer of a scanner, and where the stack makes the order.
struct StackAdvice {
  private let asked: BuiltRequest
  private let layout: SubjectLayout

  /// Looks for the calls of a stack; `nil` when no stack makes the layout.
  init?(for layouts: [SubjectLayout], of build: StackBuild?) {
    guard let asked = build?.asked, layouts.count == 1, let layout = layouts.first else { return nil }
    self.asked = asked
    self.layout = layout
  }

  /// Returns what the stack sends for a request of these blocks, in its own order; `nil` when it has none.
  func sent(for wanted: FixedBlocks) -> FixedBlocks? {
    switch means(toSend: wanted) {
    case .fields(_, let built): blocks(of: built)
    case .octets: wanted
    case nil: nil
    }
  }

  private func means(toSend blocks: FixedBlocks) -> BuiltRequest.Means? {
    asked.means(toSend: blocks.advertising, blocks.scanResponse ?? layout.scanResponses.first?.payload)
  }

  /// Returns the finding with the calls of the stack; `nil` for a note without any.
  ///
  /// - Parameter fix: the fix of the flag's remedy.
  func finding(_ finding: Finding, _ flag: Flag, _ fix: Fix) -> Finding? {
    guard let blocks = fix.blocks else {
      let isOfStackOrder = flag.remedy == .puttingFirst && !layout.isTruncated
      guard hasNoCall(flag) || isOfStackOrder, let words = fix.words ?? flag.fix, !words.isEmpty else {
        return finding.fixed(fix)
      }
      guard flag.severity > .note else { return nil }
      return finding.fixed(Fix(words: "\(asked.stackWords) has no call that changes it"))
    }
    let words = [fix.words ?? flag.fix ?? ""].filter { !$0.isEmpty }
    switch means(toSend: blocks) {
    case .fields(let switching?, _):
      return finding.fixed(Fix(words: (words + [switching]).joined(separator: ": "), blocks: blocks))
    case .octets(let call):
      return finding.fixed(Fix(words: (words + ["with \(call)"]).joined(separator: ", "), blocks: blocks))
    case .fields(nil, _), nil: return finding.fixed(fix)
    }
  }

  /// Returns the fix that the program has a call for where the remedy of a flag is none: the field asked for in the other
  /// block, or one switch changed.
  ///
  /// - Parameter resolves: whether blocks no longer have the finding.
  func fix(_ flag: Flag, _ resolves: (FixedBlocks) -> Bool) -> Fix? {
    guard hasNoCall(flag) else { return nil }
    if case .advertising = flag.remedy, flag.location.payload?.block == .scanResponse, let offset = flag.offset,
      let built = asked.advertising(fieldAt: offset), let blocks = blocks(of: built), resolves(blocks)
    {
      let room = "(\(blocks.advertising.count) of \(built.pdu.payloadLimit) bytes)"
      return Fix(words: "move the service into the advertising data \(room)", blocks: blocks)
    }
    for built in asked.switched where built.changes.count <= asked.built.changes.count {
      // The switch is the whole fix.
      if let blocks = blocks(of: built), resolves(blocks) { return Fix(words: "", blocks: blocks) }
    }
    return nil
  }

  /// Whether the stack has no call for the advice of a flag: it adds the octets itself, or does not send the remedy.
  private func hasNoCall(_ flag: Flag) -> Bool {
    guard let stack = asked.stack, stack.control.octetsCall == nil else { return false }
    // A program that advertises chooses the kind of advertising.
    if case .sending = flag.remedy { return false }
    guard flag.remedy == nil else { return true }
    guard let block = flag.location.payload?.block, let offset = flag.offset, let length = flag.length else {
      return false
    }
    return asked.adds(offset..<offset + max(length, 0), in: block)
  }

  /// Returns the blocks of a layout; `nil` when it is another kind of advertising.
  private func blocks(of built: BuiltLayout) -> FixedBlocks? {
    guard built.pdu == layout.pdu else { return nil }
    return FixedBlocks(
      advertising: Payload(built.advertising.octets), scanResponse: Payload(built.scanResponse.octets))
  }
}
