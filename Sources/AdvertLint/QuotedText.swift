extension String {
  /// In quotes for messages: control characters do not survive.
  var quoted: String {
    "\"" + String(unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init)) + "\""
  }
}
