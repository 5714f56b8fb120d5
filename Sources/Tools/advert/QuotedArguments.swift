/// The texts that messages about wrong arguments must not quote: all arguments beside `--redact`, and keys.
struct QuotedArguments {
  private let values: [String]

  /// - Parameter arguments: of the command line, in the form in which messages quote them.
  init(hiddenOf arguments: [String]) {
    let options = arguments.prefix { $0 != "--" }
    let redacts = options.contains("--redact")
    var values: [String] = []
    var follows = false
    for argument in arguments {
      let isOption = argument.hasPrefix("--")
      let parts = argument.split(separator: "=", maxSplits: 1)
      if isOption, parts.count > 1, redacts || parts[0] == "--irk" {
        values.append(String(parts[1]))
      } else if redacts ? !isOption : follows {
        values.append(argument)
      }
      follows = argument == "--irk"
    }
    self.values = values
  }

  /// Returns the message with `…` in place of each quoted text that is one of the values, or a part of one.
  func hidden(in message: String) -> String {
    guard !values.isEmpty else { return message }
    var shown = ""
    var rest = Substring(message)
    while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let quote = rest[start]
      shown += rest[..<start]
      rest = rest[start...].dropFirst()
      shown.append(quote)
      // A value may contain the quote too: the longest one at this place ends after itself.
      if let value = values.filter({ rest.hasPrefix($0 + String(quote)) }).max(by: { $0.count < $1.count }) {
        shown.append("…")
        rest = rest.dropFirst(value.count)
      } else if let end = rest.firstIndex(of: quote), isPart(rest[..<end]) {
        shown.append("…")
        rest = rest[end...]
      } else {
        continue
      }
      shown.append(quote)
      rest = rest.dropFirst()
    }
    return shown + rest
  }

  /// Returns whether a quoted text is a part of a value. A single letter can belong to any.
  private func isPart(_ text: Substring) -> Bool {
    text.count > 1 && values.contains { $0.count >= text.count && $0.containsText(text) }
  }
}

extension String {
  fileprivate func containsText(_ text: Substring) -> Bool {
    indices.contains { self[$0...].hasPrefix(text) }
  }
}
