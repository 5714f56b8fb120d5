internal import AdvertisingData

extension StackBuilder {
  /// Returns a model of calls that take the bytes of both blocks as they are, and refuse more than 31. It is not a library,
  /// so that manifests do not name it.
  ///
  /// - Parameter call: the call or the argument for the scan response; `nil` when there is none.
  package static func bytes(scanResponse call: String?) -> StackBuilder {
    StackBuilder(
      id: "bytes", name: "bytes", summary: "Sends the structures as they are, and refuses more than 31 bytes.",
      versions: [Version(since: [4, 0], read: [6, 0], source: "Core Vol 4 Part E 7.8.7 and 7.8.8")],
      options: [], calls: call.map { [Call(fields: "scanResponse", call: $0)] } ?? [],
      pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: call != nil,
      control: ProgramControl(octetsCall: "", interval: .none),
      build: { building throws(BuildRefusal) in
        building.advertising = try asTheyAre(.advertising, building)
        building.scanResponse = try asTheyAre(.scanResponse, building)
      })
  }

  private static func asTheyAre(_ side: Block, _ building: Building) throws(BuildRefusal) -> BuiltBlock {
    let fields = building.request.fields(of: side)
    let needed = fields.reduce(0) { $0 + $1.value.octets.count + 2 }
    guard needed <= BuiltBlock.legacyLimit else {
      throw BuildRefusal(BuildRequest.Field(side, 0), StackFailure.ofBytes(needed))
    }
    var block = BuiltBlock()
    for (field, value) in fields { block.append(value.type, value.octets, from: field) }
    return block
  }
}

extension StackFailure {
  /// The failure of a call with more bytes than fit, without the words of the call.
  package static func ofBytes(_ needed: Int) -> StackFailure {
    StackFailure("", "", .size(needed: needed, available: BuiltBlock.legacyLimit))
  }
}
