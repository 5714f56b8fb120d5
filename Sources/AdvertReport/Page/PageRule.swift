internal import AdvertLint

extension Finding {
  /// Where the rule is explained.
  var ruleAddress: String { "https://github.com/OWNER/advert/blob/main/Docs/Rules.md#" + rule }
}
