extension Array where Element == UInt8 {
  /// Offset of the first octet that does not belong to valid UTF-8, `nil` when all of it is valid.
  var firstInvalidUTF8: Int? {
    var decoder = UTF8.ForwardParser()
    var iterator = makeIterator()
    var valid = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded): valid += encoded.count
      case .emptyInput: return nil
      case .error: return valid
      }
    }
  }
}
