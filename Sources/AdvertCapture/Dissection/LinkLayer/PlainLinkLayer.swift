extension LinkLayerPacket {
  /// LINKTYPE_BLUETOOTH_LE_LL: the packet from its access address on, and nothing about how it was received.
  static func plain(_ record: CaptureRecord, _ octets: Span<UInt8>, problems: inout ProblemLog) -> LinkLayerPacket? {
    LinkLayerPacket(of: record, octets, at: 0, reception: Reception(), problems: &problems)
  }
}
