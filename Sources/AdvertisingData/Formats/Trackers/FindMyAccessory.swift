/// Accessories of Apple's Find My network under Apple's own services. Once they belong to someone, they send messages of
/// ``Continuity`` instead. What the data mean is not public.
///
/// Source: owners of the UUIDs in Assigned Numbers; vendors' code for the Find My network uses 0xFD44.
enum FindMyAccessory {
  static let format = KnownPayload.Format(
    tracker: "findMyAccessory", name: "Apple Find My accessory", in: [0xFD44, 0xFD43])
}
