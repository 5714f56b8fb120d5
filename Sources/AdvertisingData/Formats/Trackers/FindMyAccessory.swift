/// Accessories of Apple's Find My network under Apple's own services. Once they have an owner, they send messages of
/// ``Continuity`` instead. The meaning of the data is not public.
///
/// Source: Assigned Numbers for the owners of the UUIDs; vendors' code for the Find My network uses 0xFD44.
enum FindMyAccessory {
  static let format = KnownPayload.Format(
    tracker: "findMyAccessory", name: "Apple Find My accessory", in: [0xFD44, 0xFD43])
}
