package import AdvertisingData

/// The commands with data of legacy advertising, as `hcitool cmd` sends them.
extension StackBuilder {
  /// A controller that gets its data in commands. It is not a library, so that manifests do not name it.
  package static let dataCommands = StackBuilder(
    id: "hci", name: "HCI", summary: "Sends the structures as they are, and refuses more than 31 bytes.",
    versions: [Version(since: [4, 0], read: [6, 0], source: "Core Vol 4 Part E 7.8.7 and 7.8.8")],
    options: [],
    calls: [
      Call(fields: "advertising", call: "cmd 0x08 0x0008"), Call(fields: "scanResponse", call: "cmd 0x08 0x0009"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true,
    control: ProgramControl(octetsCall: "cmd 0x08 0x0008, cmd 0x08 0x0009", interval: .none),
    build: { building throws(BuildRefusal) in
      building.advertising = try dataOfCommand(.advertising, building)
      building.scanResponse = try dataOfCommand(.scanResponse, building)
    })

  private static func dataOfCommand(_ side: Block, _ building: Building) throws(BuildRefusal) -> BuiltBlock {
    let fields = building.request.fields(of: side)
    let needed = fields.reduce(0) { $0 + $1.value.octets.count + 2 }
    guard needed <= BuiltBlock.legacyLimit else {
      throw BuildRefusal(BuildRequest.Field(side, 0), failure(ofData: needed, in: side))
    }
    var block = BuiltBlock()
    for (field, value) in fields { block.append(value.type, value.octets, from: field) }
    return block
  }

  /// The failure of a command with more data than fit.
  package static func failure(ofData needed: Int, in block: Block) -> StackFailure {
    StackFailure(
      block == .advertising ? "LE Set Advertising Data" : "LE Set Scan Response Data",
      "fails with Invalid HCI Command Parameters (0x12)", .size(needed: needed, available: BuiltBlock.legacyLimit))
  }
}
