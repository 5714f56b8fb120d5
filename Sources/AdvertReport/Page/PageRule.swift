internal import AdvertLint

extension Finding {
  /// Where the rule is explained.
  var ruleAddress: String { Rule.address(ofRule: rule) }
}
