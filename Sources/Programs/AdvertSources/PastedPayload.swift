package import AdvertisingData

/// The octets of one payload in text that people copy: in each form that ``PastedOctets`` reads, and as the initialisers of
/// a program for Zephyr.
///
/// ```
/// BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
/// BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(BT_UUID_HRS_VAL)),
/// BT_DATA(BT_DATA_NAME_COMPLETE, "Helmet", 6),
/// ```
package enum PastedPayload {
  /// The reason why a text is not a payload.
  package enum Problem: Error {
    case octets(PastedOctets.Problem)
    /// An initialiser that other code than the text decides on.
    case source(SourceObstacle)
  }

  /// Reads the octets of a text.
  package static func octets(of text: some StringProtocol) throws(Problem) -> [UInt8] {
    if let octets = try ZephyrReader.pasted(String(text)) { return octets }
    do throws(PastedOctets.Problem) {
      return try PastedOctets.octets(of: text)
    } catch {
      throw .octets(error)
    }
  }
}

extension PastedPayload.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .octets(let problem): problem.description
    case .source(let obstacle): "line \(obstacle.line): \(obstacle.reason)"
    }
  }
}
