import AdvertManifest
import AdvertObservation
import Testing

@Suite struct ManifestErrorTests {
  static let keys = "($schema, expect, devices, profiles, scanners, rules, ignore, overrides, layouts)"

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
      "line 3, column 5: expected a key of a layout (pdu, primaryPHY, address, interval, advertising, scanResponse, merged, cut, stack, options, expect), found \"adv\""
    ),
    (
      "layouts:\n  a:\n    scanresponse: 02 01 06\n",
      "line 3, column 5: expected a key of a layout (pdu, primaryPHY, address, interval, advertising, scanResponse, merged, cut, stack, options, expect), found \"scanresponse\"; did you mean \"scanResponse\"?"
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
      "scanners: { our-gateway: { basedOn: windows } }\nprofiles: [our-gatway]\n",
      "line 2, column 12: expected the id of a profile, found \"our-gatway\"; did you mean \"our-gateway\"?"
    ),
    ("scanners: [a]\n", "line 1, column 11: expected scanners by id, found a list"),
    ("scanners:\n  a:\n", "line 2, column 5: expected a scanner, found nothing"),
    ("scanners: { a: {} }\n", "line 1, column 16: expected the key \"basedOn\" in a scanner, found none"),
    (
      "scanners: { a: { basedOn: window } }\n",
      "line 1, column 27: expected the id of a known profile, found \"window\"; did you mean \"windows\"?"
    ),
    (
      "scanners: { a: { basedOn: windows }, b: { basedOn: a } }\n",
      "line 1, column 52: expected the id of a known profile, found \"a\""
    ),
    (
      "scanners: { windows: { basedOn: windows } }\n",
      "line 1, column 13: expected an id of its own, found that of a known profile, \"windows\""
    ),
    (
      "scanners: { a: { basedOn: windows }, a: { basedOn: windows } }\n",
      "line 1, column 38: expected each key once, found \"a\" again after line 1, column 13"
    ),
    (
      "scanners: { a: { basedon: windows } }\n",
      "line 1, column 18: expected a key of a scanner (basedOn, name, scan, requires, serviceFilter, delivery, duplicates, listens, extended, overflowArea, dataAfterZero, malformedData), found \"basedon\"; did you mean \"basedOn\"?"
    ),
    (
      "scanners: { a: { basedOn: windows, scan: pasive } }\n",
      "line 1, column 42: expected how it scans: a mapping of active windows, or a word (active, passive), found \"pasive\"; did you mean \"passive\"?"
    ),
    (
      "scanners: { a: { basedOn: windows, scan: { every: 12 h } } }\n",
      "line 1, column 42: expected the key \"for\" in active windows, found none"
    ),
    (
      "scanners: { a: { basedOn: windows, scan: { every: 15 s, for: 1 min } } }\n",
      "line 1, column 62: expected windows no longer than the time from one to the next, found \"1 min\""
    ),
    (
      "scanners: { a: { basedOn: windows, scan: { every: 1.5 s, for: 1 s } } }\n",
      "line 1, column 51: expected a time in whole seconds such as \"15 s\", \"4 min\" or \"12 h\", found \"1.5 s\""
    ),
    (
      "scanners: { a: { basedOn: windows, scan: { every: 0 s, for: 1 s } } }\n",
      "line 1, column 51: expected a time in whole seconds such as \"15 s\", \"4 min\" or \"12 h\", 1 s to 87660 h, found \"0 s\""
    ),
    (
      "scanners: { a: { basedOn: windows, scan: { every: 87660.1 h, for: 1 s } } }\n",
      "line 1, column 51: expected a time in whole seconds such as \"15 s\", \"4 min\" or \"12 h\", 1 s to 87660 h, found \"87660.1 h\""
    ),
    (
      "scanners: { a: { basedOn: windows, requires: services } }\n",
      "line 1, column 46: expected what it requires (none, service, filter), found \"services\"; did you mean \"service\"?"
    ),
    (
      "scanners: { a: { basedOn: windows, serviceFilter: [service-data] } }\n",
      "line 1, column 51: expected \"lists\" among where a filter looks, found a filter without them"
    ),
    (
      "scanners: { a: { basedOn: windows, serviceFilter: [list] } }\n",
      "line 1, column 52: expected where a filter looks (lists, service-data), found \"list\"; did you mean \"lists\"?"
    ),
    (
      "scanners: { a: { basedOn: windows, extended: yes } }\n",
      "line 1, column 46: expected yes or no (true, false), found \"yes\""
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
    (
      "expect: { services: [18] }\n",
      "line 1, column 22: expected a UUID of 4, 8 or 32 hex digits, or the name of a service, found \"18\""
    ),
    (
      "expect: { service: [180f] }\n",
      "line 1, column 11: expected a key of \"expect\" (services, within, percent), found \"service\"; did you mean \"services\"?"
    ),
    (
      "expect: { within: 10 }\n",
      "line 1, column 19: expected a time such as \"10 s\", found \"10\""
    ),
    (
      "expect: { within: 2 min, percent: 100 }\n",
      "line 1, column 35: expected how many of 100 tries (1 to 99), found \"100\""
    ),
    (
      "layouts: { a: { expect: { percent: 50 } } }\n",
      "line 1, column 36: expected \"percent\" only beside \"within\", found \"50\""
    ),
    // The same key twice.
    (
      "layouts:\n  a: {}\n  b: {}\n  a: {}\n",
      "line 4, column 3: expected each key once, found \"a\" again after line 2, column 3"
    ),
    (
      "expect: {}\n\"expect\": {}\n'expect': {}\n",
      "line 2, column 1: expected each key once, found \"expect\" again after line 1, column 1"
    ),
    (
      "layouts: { é: { pdu: ADV_IND, pdu: ADV_IND } }",
      "line 1, column 31: expected each key once, found \"pdu\" again after line 1, column 17"
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

  @Test(arguments: ["Gateway", "our gateway", "our_gateway", "-gateway", "gateway-", "our--gateway", "gäteway"])
  func idsOfScannersAreInKebabCase(_ id: String) {
    #expect(
      problem(in: "scanners: { \"\(id)\": { basedOn: windows } }\n")
        == "line 1, column 13: expected an id in kebab case such as \"our-gateway\", found \"\(id)\"")
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
