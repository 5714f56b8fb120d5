extension Rule {
  /// Where the pages of the rules are published. `Scripts/package/set-address` writes the owner.
  private static let pages = "https://OWNER.github.io/advert/rules/"
  private static let arePublished = !pages.hasPrefix("https://OWNER.")

  /// The page about the rule; `nil` while no pages are published. The page stays where it is as long as the rule has its id.
  package var address: String? { Self.address(ofRule: id) }

  /// The page about the rule of this id; `nil` while no pages are published.
  package static func address(ofRule id: String) -> String? { arePublished ? pages + id + ".html" : nil }

  /// The way to the explanation of the rule of this id: the address of its page, or the command that prints it.
  package static func reference(toRule id: String) -> String { address(ofRule: id) ?? "advert rules " + id }
}

extension Finding {
  /// The page about the rule; `nil` while no pages are published.
  package var ruleAddress: String? { Rule.address(ofRule: rule) }

  /// The way to the explanation of the rule: the address of its page, or the command that prints it.
  package var ruleReference: String { Rule.reference(toRule: rule) }
}
