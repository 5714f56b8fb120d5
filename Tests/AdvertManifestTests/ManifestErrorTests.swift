import AdvertManifest
import Testing

@Suite struct ManifestErrorTests {
  static let keys = "(expect, devices, profiles, rules, ignore, overrides, layouts)"

  /// A manifest and what is said about it.
  static let cases: [(String, String)] = [
    ("", "line 1, column 1: expected a manifest, found nothing"),
    ("# nothing\n", "line 1, column 1: expected a manifest, found nothing"),
    ("- a\n", "line 1, column 1: expected the manifest, found a list"),
    ("layouts", "line 1, column 1: expected the manifest, found \"layouts\""),
    (
      "expect: {}\nlayuots: {}\n",
      "line 2, column 1: expected a key of the manifest \(keys), found \"layuots\"; did you mean \"layouts\"?"
    ),
    ("zzz: 1\n", "line 1, column 1: expected a key of the manifest \(keys), found \"zzz\""),
    ("1: 2\n", "line 1, column 1: expected a key of the manifest \(keys), found \"1\""),
    ("? [a]\n: 3\n", "line 1, column 3: expected a name, found a list"),
    ("layouts:\n", "line 1, column 9: expected layouts by name, found nothing"),
    ("layouts:\n  a:\n", "line 2, column 5: expected a layout, found nothing"),
    (
      "layouts:\n  a:\n    adv: 02 01 06\n",
      "line 3, column 5: expected a key of a layout (pdu, address, interval, advertising, scanResponse, expect), found \"adv\""
    ),
    (
      "layouts:\n  a:\n    scanresponse: 02 01 06\n",
      "line 3, column 5: expected a key of a layout (pdu, address, interval, advertising, scanResponse, expect), found \"scanresponse\"; did you mean \"scanResponse\"?"
    ),
    (
      "layouts:\n  a:\n    pdu: ADV_INT\n",
      "line 3, column 10: expected a kind of PDU (ADV_IND, ADV_SCAN_IND, ADV_NONCONN_IND, ADV_DIRECT_IND, EXT_CONNECTABLE, EXT_SCANNABLE, EXT_NONCONNECTABLE), found \"ADV_INT\"; did you mean \"ADV_IND\"?"
    ),
    (
      "layouts:\n  ä: { pdu: ADV_IND, address: static }\n",
      "line 2, column 31: expected a kind of address (public, random-static, random-resolvable, random-non-resolvable, public-identity, random-identity, anonymous), found \"static\""
    ),
    (
      "rules: { flags-mising: off }\n",
      "line 1, column 10: expected the id of a rule, found \"flags-mising\"; did you mean \"flags-missing\"?"
    ),
    (
      "rules: { flags-missing: of }\n",
      "line 1, column 25: expected a level (off, note, warning, error), found \"of\"; did you mean \"off\"?"
    ),
    (
      "profiles: [windows, ios-backround]\n",
      "line 1, column 21: expected the id of a profile, found \"ios-backround\"; did you mean \"ios-background\"?"
    ),
    (
      "layouts: { angi: {} }\nignore: [ { rule: flags-missing, layout: agni } ]",
      "line 2, column 42: expected the name of a layout of this manifest, found \"agni\"; did you mean \"angi\"?"
    ),
    (
      "ignore:\n  - rule: flags-missing\n",
      "line 2, column 5: expected a layout or a device (to switch a rule off altogether, use \"rules\"), found neither"
    ),
    (
      "layouts: { a: {} }\nignore: [{ rule: flags-missing, layout: a, device: b }]\n",
      "line 2, column 52: expected a layout or a device, found both"
    ),
    ("ignore: [{ device: b }]\n", "line 1, column 10: expected the key \"rule\" in an entry of \"ignore\", found none"),
    (
      "overrides: [ { path: a, ignore: [{ rule: flags-missing, layout: a }] } ]",
      "line 1, column 57: expected a key of an entry of \"ignore\" in an override (rule, device, reason), found \"layout\""
    ),
    ("overrides: { rules: {} }\n", "line 1, column 12: expected a list of overrides, found a mapping"),
    ("expect: { services: [18] }\n", "line 1, column 22: expected a UUID of 4, 8 or 32 hex digits, found \"18\""),
    (
      "expect: { service: [180f] }\n",
      "line 1, column 11: expected a key of \"expect\" (services), found \"service\"; did you mean \"services\"?"
    ),
    // The same key twice.
    (
      "layouts:\n  a: {}\n  b: {}\n  a: {}\n",
      "line 4, column 3: expected the key \"a\" once, found it again after line 2, column 3"
    ),
    (
      "expect: {}\n\"expect\": {}\n'expect': {}\n",
      "line 2, column 1: expected the key \"expect\" once, found it again after line 1, column 1"
    ),
    (
      "layouts: { é: { pdu: ADV_IND, pdu: ADV_IND } }",
      "line 1, column 31: expected the key \"pdu\" once, found it again after line 1, column 17"
    ),
    // Not YAML.
    ("layouts: {\n", "line 2, column 1: expected node content while parsing a flow node, found something else"),
    (
      "layouts:\n\ta: 1\n",
      "line 2, column 1: expected YAML while scanning for the next token, found character that cannot start any token"
    ),
    ("a: b: c\n", "line 1, column 5: expected YAML, found an error: mapping values are not allowed in this context"),
    ("é: \"b\n", "line 2, column 1: expected YAML while scanning a quoted scalar, found unexpected end of stream"),
    (
      "layouts:\n  a: \u{1}\n",
      "line 2, column 6: expected text that YAML allows, found a place where control characters are not allowed"
    ),
    ("expect: {}\n---\nexpect: {}\n", "line 2, column 1: expected one document, found another one"),
    // What a manifest has no use for.
    ("layouts: &a {}\n", "line 1, column 10: expected values written out, found an anchor (&) or alias (*)"),
    ("layouts: *a\n", "line 1, column 10: expected values written out, found an anchor (&) or alias (*)"),
    ("layouts: !own {}\n", "line 1, column 10: expected a value without a tag, found a tag"),
  ]

  @Test(arguments: cases) func saysWhatAndWhere(_ text: String, _ message: String) {
    #expect(problem(in: text) == message)
  }

  @Test func longTextsAreCutInMessages() {
    let long = String(repeating: "x", count: 1000)
    #expect(
      problem(in: "profiles: [\(long)]")
        == "line 1, column 12: expected the id of a profile, found \"\(String(repeating: "x", count: 40))…\"")
  }

  /// Each line stands for ten times what the line before it does.
  @Test(arguments: ["", "? ", "a: "]) func aliasesThatMultiplyAreRefusedQuickly(_ before: String) {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text +=
        before.isEmpty || before == "? "
        ? "\(before)&a\(level) [\(aliases)]\(before.isEmpty ? ": 1" : "\n: 1")\n"
        : "a\(level): &a\(level) [\(aliases)]\n"
    }
    let clock = ContinuousClock()
    let start = clock.now
    #expect(problem(in: text)?.contains("expected values written out, found an anchor (&) or alias (*)") == true)
    #expect(clock.now - start < .seconds(5))
  }

  @Test(arguments: ["[", "{a: ", "- "]) func deepNestingIsRefused(_ opening: String) throws {
    let closing = opening == "[" ? "]" : opening == "- " ? "" : "}"
    func nested(_ depth: Int) -> String {
      "layouts: " + (opening == "- " ? "\n" : "") + String(repeating: opening, count: depth) + "x"
        + String(repeating: closing, count: depth)
    }
    for depth in [40, 900, 5000, 100_000] {
      let said = try #require(problem(in: nested(depth)))
      #expect(said.contains("expected at most 32 levels"), "\(depth): \(said)")
    }
    #expect(problem(in: nested(20))?.contains("levels") == false)
  }
}
