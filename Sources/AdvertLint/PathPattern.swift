/// A pattern for paths of captures: `*` and `?` stand for characters of one name, `**` for any number of folders.
///
/// It matches when it covers whole names somewhere in the path: `lab` matches what is in any folder of that name, and
/// `*.zip` each capture inside of an archive. A slash at the start ties it to the start of the path.
struct PathPattern: Hashable, Sendable {
  private enum Element: Hashable {
    case character(Character)
    /// `?`
    case one
    /// `*`
    case some
    /// `**`
    case anything
  }

  private let elements: [Element]
  private let isTied: Bool

  init(_ text: String) {
    isTied = text.hasPrefix("/")
    var elements: [Element] = []
    for character in text {
      switch character {
      case "?": elements.append(.one)
      case "*":
        if elements.last == .some {
          elements[elements.count - 1] = .anything
        } else if elements.last != .anything {
          elements.append(.some)
        }
      case "/" where elements.last == .character("/"): break
      // At the start `**/` says nothing new: a pattern begins at any folder.
      case "/" where elements == [.anything]: elements = []
      default: elements.append(.character(character))
      }
    }
    if elements.last == .character("/"), elements.count > 1 { elements.removeLast() }
    self.elements = elements
  }

  /// Follows all ways to match at once, so that no pattern takes longer than its length times that of the path.
  func matches(_ path: String) -> Bool {
    guard !elements.isEmpty else { return false }
    var places: Set<Int> = []
    var isBoundary = true
    var isStart = true
    for character in path {
      if isBoundary, !isTied || isStart { add(0, to: &places) }
      if character == "/", !isStart, places.contains(elements.count) { return true }
      places = step(places, over: character)
      isBoundary = character == "/"
      isStart = false
    }
    return places.contains(elements.count)
  }

  /// Adds a place in the pattern with those that are reached from it without a character.
  private func add(_ place: Int, to places: inout Set<Int>) {
    var place = place
    while places.insert(place).inserted, place < elements.count {
      switch elements[place] {
      case .some, .anything: place += 1
      case .character, .one: return
      }
    }
  }

  private func step(_ places: Set<Int>, over character: Character) -> Set<Int> {
    var next: Set<Int> = []
    for place in places where place < elements.count {
      switch elements[place] {
      case .character(character): add(place + 1, to: &next)
      case .one where character != "/": add(place + 1, to: &next)
      case .some where character != "/": add(place, to: &next)
      case .anything: add(place, to: &next)
      default: break
      }
    }
    // After a slash, `**/` is over too: a/**/b is also a/b.
    if character == "/" {
      for place in next where place < elements.count && elements[place] == .anything {
        if place + 1 < elements.count, elements[place + 1] == .character("/") { add(place + 2, to: &next) }
      }
    }
    return next
  }
}
