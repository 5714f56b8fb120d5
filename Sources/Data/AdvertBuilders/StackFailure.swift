internal import AdvertisingData

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
