/// The keys of `advert.rules/1`.
enum RulesKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.rules/1`"),
    DescribedKey("rules", .list(.object(rules)), "the rules asked for"),
  ]

  private static let rules: [DescribedKey] = [
    DescribedKey("id", .string, "the id"),
    DescribedKey("severity", .words(DocumentWords.severities), "the severity without settings"),
    DescribedKey("summary", .string, "the defect, in one line"),
    DescribedKey("rationale", .string, "why it matters"),
    DescribedKey("references", .list(.string), "sources"),
    DescribedKey("examples", .list(.object(rulesExamples)), "layouts that are flagged or accepted"),
  ]

  private static let rulesExamples: [DescribedKey] = [
    DescribedKey("flagged", .boolean, "whether the rule finds something"),
    DescribedKey("reason", .string, "why"),
    DescribedKey("input", .list(.string), "lines that show it; `↓` stands before each byte where a finding starts"),
    DescribedKey(
      "fixed",
      .list(.string),
      "lines that show the layout with the fix applied",
      null: "when there is no fix"),
  ]
}

/// The keys of `advert.profiles/1`.
enum ProfilesKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.profiles/1`"),
    DescribedKey("profiles", .list(.object(profiles)), "the profiles asked for"),
  ]

  private static let profiles: [DescribedKey] = [
    DescribedKey("id", .string, "the id that `--for` takes"),
    DescribedKey("name", .string, "what the scanner is"),
    DescribedKey("versions", .string, "which versions of it"),
    DescribedKey("date", .string, "when its claims were last held against what they rest on"),
    DescribedKey("claims", .list(.object(profilesClaims)), "what is known of it"),
    DescribedKey("changedSince", .list(.object(profilesClaims)), "of an older version, what the one after it changed"),
    DescribedKey("older", .list(.object(profilesOlder)), "older versions that differ, the newest first"),
  ]

  private static let profilesOlder: [DescribedKey] = [
    DescribedKey("id", .string, "the id that `--for` takes, such as `android@14`"),
    DescribedKey("versions", .string, "which versions"),
    DescribedKey("changedSince", .list(.object(profilesClaims)), "what the version after it changed"),
  ]

  private static let profilesClaims: [DescribedKey] = [
    DescribedKey("about", .string, "what the claim is about: `scan`, `delivery` and others"),
    DescribedKey("claim", .string, "the claim, in words", null: "when it is not known"),
    DescribedKey("note", .string, "a restriction", null: "when there is none"),
    DescribedKey("evidence", .object(profilesClaimsEvidence), "what bears it out", null: "when the claim is not known"),
  ]

  private static let profilesClaimsEvidence: [DescribedKey] = [
    DescribedKey("strength", .words(DocumentWords.strengths), "how much can be built on it"),
    DescribedKey("source", .string, "where it is from", null: "for `userDefined`"),
  ]
}
