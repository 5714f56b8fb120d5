internal import AdvertReport

/// An object of JSON whose members are documents of the command.
struct Answer {
  private var members: [String] = []

  /// - Parameter problem: the reason why there are no documents, in one line; `nil` when there are some.
  init(problem: String?) {
    add("schema", "advert.playground/1")
    add("problem", problem)
  }

  /// Adds a text, or null.
  mutating func add(_ key: String, _ text: String?) {
    var json = JSONWriter(isIndented: false)
    json.value(nil, text)
    add(key, document: json.text)
  }

  /// Adds a document unchanged, or null.
  mutating func add(_ key: String, document: String?) {
    members.append("\"\(key)\":\(document ?? "null")")
  }

  var text: String { "{\(members.joined(separator: ","))}" }
}
