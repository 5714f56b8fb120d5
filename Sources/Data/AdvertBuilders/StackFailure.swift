package import AdvertisingData

/// The failure of a call that a stack refuses: nothing is sent.
package struct StackFailure: Hashable, Sendable {
  /// The call that fails: `ble_gap_adv_set_fields`.
  package let call: String
  /// The error with its number, as the rest of a sentence: `fails with BLE_HS_EMSGSIZE (rc=4)`.
  package let error: String
  /// The cause of the failure.
  package let cause: Cause

  /// The causes of failures.
  package enum Cause: Hashable, Sendable {
    /// The fields of a block need more bytes than the block has.
    case size(needed: Int, available: Int)
    /// A parameter or an option has a value that the stack refuses, in words without a full stop.
    case parameter(String, remedy: String?)

    /// Extended advertising has one block: the scan response if it is scannable, else the advertising data.
    static func extendedSides(_ isScannable: Bool) -> Cause {
      isScannable
        ? .parameter(
          "scannable extended advertising has scan response data only", remedy: "move the fields to the scan response")
        : .parameter(
          "only scannable extended advertising has scan response data",
          remedy: "move the fields to the advertising data")
    }
  }

  package init(_ call: String, _ error: String, _ cause: Cause) {
    self.call = call
    self.error = error
    self.cause = cause
  }

  /// The failure as a sentence without a full stop.
  package var words: String {
    let reason =
      switch cause {
      case .size(let needed, let available): "the fields need \(needed) bytes, \(available) available"
      case .parameter(let words, _): words
      }
    return "\(call) \(error): \(reason)"
  }
}

extension StackBuilder {
  /// Returns the order that makes the stack accept a request; `nil` when none is known.
  package func remedy(
    for failure: StackFailure, of request: BuildRequest, in block: Block, version: ChosenVersion
  ) -> String? {
    switch failure.cause {
    case .parameter(_, let remedy): return remedy
    case .size(let needed, let available):
      let order = "remove \(counted(needed - available, "byte"))"
      guard let field = movable(in: request, from: block, version: version) else { return order }
      let other: Block = block == .advertising ? .scanResponse : .advertising
      return "\(order), or move \(field) to \(other.withArticle)"
    }
  }

  /// Returns the words for a field of a block that can be moved to the other one alone, so that the stack sends the
  /// request as it is asked. A service is moved into the advertising data first, and never out of them, because passive
  /// scanners would miss it.
  private func movable(in request: BuildRequest, from block: Block, version: ChosenVersion) -> String? {
    guard Self.idsOfPlainBlocks.contains(id), request.pdu.isScannable, !request.pdu.isExtended else { return nil }
    let others: [(ADType) -> Bool] = [
      { $0 == .completeLocalName || $0 == .shortenedLocalName }, { $0 == .txPowerLevel }, { $0 == .appearance },
      { $0 == .manufacturerData }, { ServiceData.width(of: $0) != nil },
    ]
    let fields = block == .advertising ? request.advertising : request.scanResponse ?? []
    for isWanted in (block == .advertising ? [] : [{ ServiceUUIDList.width(of: $0) != nil }]) + others {
      for (index, value) in fields.enumerated() where isWanted(value.type) {
        var rest = fields
        rest.remove(at: index)
        var moved = request
        if block == .advertising {
          (moved.advertising, moved.scanResponse) = (rest, (request.scanResponse ?? []) + [value])
        } else {
          (moved.advertising, moved.scanResponse) = (request.advertising + [value], rest)
        }
        guard let built = try? self.built(moved, version: version), built.changes.isEmpty else { continue }
        return value.requestWords
      }
    }
    return nil
  }

  /// The stacks whose requests name the block of each field.
  private static let idsOfPlainBlocks: Set<String> = ["nimble", "zephyr", "nrf5", "android"]

  /// Whether every known version refuses a request.
  package func alwaysRefuses(_ request: BuildRequest) -> Bool {
    versions.indices.allSatisfy { generation in
      do throws(BuildRefusal) {
        _ = try built(request, version: ChosenVersion(words: "", isAssumed: true, generation: generation))
        return false
      } catch {
        return error.failure != nil
      }
    }
  }
}
