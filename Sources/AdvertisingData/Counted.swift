/// A number with its noun, such as `1 byte` and `2 bytes`.
///
/// - Parameter plural: of nouns that have more than an s: `entries`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
