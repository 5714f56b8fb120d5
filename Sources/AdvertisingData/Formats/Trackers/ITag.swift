/// Key finders that are sold under many names and call themselves iTAG. Their company identifiers are made up, so that they are
/// known by the name and the length of their data.
///
/// Source: Theengs Decoder. What the data mean is not public.
enum ITag {
  static let format = KnownPayload.Format(
    "iTag", name: "iTAG key finder",
    devices: [4, 13].map { count in
      FixedFormat(
        "probably an iTAG key finder", beside: [.nameBeginning("iTAG")], count: count, .known,
        [.octets("data", at: 0..<count)])
    })
}
