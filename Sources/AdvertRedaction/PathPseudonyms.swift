/// The ends of paths in place of the whole: folders tell whose machine it is. Different paths stay different.
struct PathPseudonyms {
  private var ends: [String: String] = [:]
  /// How many paths have the same end.
  private var counts: [String: Int] = [:]

  /// The last part of a path; with a number in front when another path has the same.
  mutating func pseudonym(of path: String) -> String {
    if let known = ends[path] { return known }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let count = counts[name, default: 0] + 1
    counts[name] = count
    // No path's last part has a slash, so that a number cannot make it another's.
    let end = count == 1 ? name : "\(count)/\(name)"
    ends[path] = end
    return end
  }
}
