internal import AdvertRepack

/// The keys of `advert.repack/1`.
enum RepackKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.repack/1`"),
    DescribedKey("manifest", .string, "the path of the manifest in use", null: "when none is"),
    DescribedKey("plans", .list(.object(plans)), "up to three for each layout, the best first"),
    DescribedKey("infeasible", .list(.object(infeasible)), "layouts without a plan"),
  ]

  private static let infeasible: [DescribedKey] = [
    DescribedKey("source", .object(source), "the layout"),
    DescribedKey("original", .object(original), "what is sent now"),
    DescribedKey("reason", .string, "why there is no plan"),
    DescribedKey("bytesOver", .integer, "the fewest bytes that would have to go; 0 when size is not what is wrong"),
    DescribedKey("alternatives", .list(.object(infeasibleAlternatives)), "ways out that have a price"),
  ]

  private static let infeasibleAlternatives: [DescribedKey] = [
    DescribedKey(
      "kind",
      .words(Alternative.Kind.allCases.map { $0.rawValue }),
      "`shorterName`, `memberUUID`, `alternatingSets`, `extendedAdvertising` or `nonScannable`"),
    DescribedKey("message", .string, "what to do"),
    DescribedKey("price", .string, "what it costs, and which users pay"),
    DescribedKey(
      "payloads",
      .list(.octets),
      "the payloads that it gives, as bytes: advertising data and scan response data, or the advertising data "
        + "of two sets with the scan response data of the first between them"),
  ]

  private static let original: [DescribedKey] = [
    DescribedKey("advertising", .octets, "the advertising data, as bytes", null: "when they were not received"),
    DescribedKey(
      "scanResponse",
      .octets,
      "the scan response data, as bytes; of several the first",
      null: "when there are none, or none were observed"),
    DescribedKey(
      "likelyCut", .integer,
      "how many bytes of merged data are shown as advertising data: likely, not known",
      null: "when the blocks are known apart"),
  ]

  private static let source: [DescribedKey] =
    DocumentKeys.device + [
      DescribedKey(
        "layout",
        .integer,
        "position of the layout among those of its device, from 0",
        null: "for declared layouts"),
      DescribedKey("layoutName", .string, "the name of a declared layout", null: "when it has none"),
    ]

  private static let plans: [DescribedKey] = [
    DescribedKey("source", .object(source), "the layout"),
    DescribedKey("original", .object(original), "what is sent now"),
    DescribedKey(
      "kind",
      .words(Plan.Kind.allCases.map { $0.rawValue }),
      "what it is best at: `identification`, `everythingKept` or `shortAdvertising` ([Repacking](Repack.md))"),
    DescribedKey("advertising", .octets, "the new advertising data, as bytes"),
    DescribedKey(
      "scanResponse",
      .octets,
      "the new scan response data, as bytes",
      null: "when they were not observed: they stay"),
    DescribedKey("pdu", .words(DocumentWords.kinds), "the kind of advertising, that of the layout"),
    DescribedKey("free", .object(plansFree), "bytes that are free then"),
    DescribedKey("changes", .list(.object(plansChanges)), "what the plan does; empty when the layout is best already"),
    DescribedKey("losses", .list(.object(plansLosses)), "what the plan does not keep, the gravest first"),
    DescribedKey("optimal", .boolean, "whether it is proved that no plan is better"),
  ]

  private static let plansLosses: [DescribedKey] = [
    DescribedKey(
      "kind",
      .words(Loss.Kind.allCases.map { $0.rawValue }),
      "`completeness`, `flags`, `contradiction`, `hiddenFromPassive`, `afterTheEnd`, `notForAdvertising` or "
        + "`name`"),
    DescribedKey("message", .string, "what is lost"),
  ]

  private static let plansChanges: [DescribedKey] = [
    DescribedKey("kind", .words(Change.Kind.allCases.map { $0.rawValue }), "`moved`, `recoded`, `leftOut` or `added`"),
    DescribedKey("message", .string, "what is done, and what it gains"),
  ]

  private static let plansFree: [DescribedKey] = [
    DescribedKey("advertising", .integer, "in the advertising data"),
    DescribedKey(
      "scanResponse",
      .integer,
      "in the scan response data; 0 when there are none",
      null: "when they were not observed"),
  ]
}
