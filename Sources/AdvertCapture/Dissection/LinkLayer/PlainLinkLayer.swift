extension LinkLayerPacket {
  /// LINKTYPE_BLUETOOTH_LE_LL: the packet from its access address on, and nothing about how it was received.
  @_lifetime(copy record)
  static func plain(_ record: borrowing CaptureRecord, problems: inout ProblemLog) -> LinkLayerPacket? {
    LinkLayerPacket(of: record, at: 0, reception: Reception(), problems: &problems)
  }
}
