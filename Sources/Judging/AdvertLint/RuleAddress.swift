extension Rule {
  /// Where the pages of the rules are published. `Scripts/package/set-address` writes the owner.
  package static let pages = "https://OWNER.github.io/advert/rules/"

  /// The page about the rule. It stays where it is as long as the rule has its id.
  package var address: String { Self.address(ofRule: id) }

  /// The page about the rule of this id.
  package static func address(ofRule id: String) -> String {
    // Every finding has one, so it is made in one piece.
    var address = ""
    address.reserveCapacity(pages.utf8.count + id.utf8.count + 5)
    address += pages
    address += id
    address += ".html"
    return address
  }
}

extension Finding {
  /// The page about the rule.
  package var ruleAddress: String { Rule.address(ofRule: rule) }
}
