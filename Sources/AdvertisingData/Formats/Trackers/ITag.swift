/// Key finders that are sold under many names and send the name iTAG. Their company identifiers are invented, so the
/// name and the length of the data identify them.
///
/// Source: Theengs Decoder. The meaning of the data is not public.
enum ITag {
  static let format = KnownPayload.Format(
    "iTag", name: "iTAG key finder",
    devices: [4, 13].map { count in
      FixedFormat(
        "probably an iTAG key finder", beside: [.nameBeginning("iTAG")], count: count, .known,
        [.octets("data", at: 0..<count)])
    })
}
