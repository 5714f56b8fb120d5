/// Does not read YAML: the page has no manifest.
final class YAMLEvents {
  init(of text: String) {}

  /// Always fails.
  func next() throws(YAMLProblem) -> YAMLEvent { throw .other }
}
