internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData

extension Finding {
  /// Where it is, for people; empty for an input as a whole.
  var placeWords: String {
    var words: [String] = []
    if let block = place.block {
      words.append(block == .advertising ? "advertising data" : "scan response data")
    }
    if let text = place.text { words.append("line \(text.line)") }
    if let offset = place.offset { words.append("byte \(offset)") }
    if let record = place.record { words.append("record \(record)") }
    if let fileOffset = place.fileOffset { words.append("file offset \(fileOffset)") }
    if place.record != nil, place.block != nil { words.append(count == 0 ? "not on the air" : "seen \(times(count))") }
    return words.joined(separator: ", ")
  }
}
