internal import AdvertisingData

extension LocalName: DescribedValue {
  var words: String { "\(isComplete ? "Complete" : "Shortened") Local Name \(HostileText.quoted(text))" }

  func writeFields(to json: inout JSONWriter) {
    json.value("complete", isComplete)
    json.value("name", text)
  }
}

extension BroadcastName: DescribedValue {
  var words: String {
    let limits = Self.usualCharacterCounts
    return "Broadcast Name \(HostileText.quoted(text))"
      + (hasUsualLength ? "" : ", not \(limits.lowerBound) to \(limits.upperBound) characters (unverified)")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("name", text)
    json.value("usualLength", hasUsualLength)
    json.value("unverified", true)
  }
}
