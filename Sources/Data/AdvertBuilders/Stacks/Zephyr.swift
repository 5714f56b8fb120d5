internal import AdvertisingData

/// Zephyr and the nRF Connect SDK: `bt_le_adv_start` and `bt_le_ext_adv_set_data`.
extension StackBuilder {
  static let zephyr = StackBuilder(
    id: "zephyr", name: "Zephyr",
    summary: """
      Sends the arrays as they are. A complete name that does not fit is cut and called shortened; anything else that does \
      not fit makes `bt_le_adv_start` return -EINVAL. Scan response data make ADV_NONCONN_IND an ADV_SCAN_IND. Before 4.3, \
      with BT_LE_ADV_OPT_USE_NAME, the host appends the name: to the scan response if there can be one, else to the \
      advertising data.
      """,
    versions: [
      // The name's options went in August 2025 (pull request 94456), after 4.2 and before 4.3.
      Version(
        since: [4, 3], read: [4, 3], source: "Zephyr 000e923b of 2026 (4.3 or later), subsys/bluetooth/host/adv.c"),
      Version(since: [3, 0], read: [3, 0, 99], source: "Zephyr 3.0.99, subsys/bluetooth/host/adv.c"),
    ],
    options: [
      Option(
        word: "use-name", call: "BT_LE_ADV_OPT_USE_NAME, BT_LE_ADV_CONN_NAME",
        summary: "name is the device's, and the host places it; deprecated in Zephyr 3.7, gone in 4.3"),
      Option(
        word: "name-in-advertising", call: "BT_LE_ADV_OPT_FORCE_NAME_IN_AD, BT_LE_ADV_CONN_NAME_AD",
        summary: "with use-name: the name is in the advertising data"),
    ],
    calls: [
      Call(fields: "advertising", call: "ad of bt_le_adv_start, or of bt_le_ext_adv_set_data"),
      Call(fields: "scanResponse", call: "sd of the same call"),
      Call(
        fields: "pdu", call: "BT_LE_ADV_OPT_CONN, BT_LE_ADV_OPT_SCANNABLE, BT_LE_ADV_OPT_EXT_ADV of bt_le_adv_param"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd, .extendedConnectable, .extendedNonconnectable, .extendedScannable],
    takesScanResponse: true,
    control: ProgramControl(
      octetsCall: "BT_DATA_BYTES", interval: .exact("interval_min, interval_max of bt_le_adv_param")),
    parameters: ZephyrParameterTable.rows,
    build: { building throws(BuildRefusal) in
      let pdu = building.request.pdu
      var advertising = building.request.fields(of: .advertising)
      let response = building.request.fields(of: .scanResponse)
      var name: (field: BuildRequest.Field, value: ADValue)?
      if building.has("use-name") {
        guard building.generation > 0 else {
          throw BuildRefusal(
            nil,
            "BT_LE_ADV_OPT_USE_NAME is gone in Zephyr 4.3: put BT_DATA(BT_DATA_NAME_COMPLETE, …) into ad or sd, or state a "
              + "version before 4.3")
        }
        guard let index = advertising.firstIndex(where: { $0.value.type == .completeLocalName }) else {
          throw BuildRefusal(nil, "with use-name the device has a name: say it as name")
        }
        name = advertising.remove(at: index)
        let others = (advertising + response).first { nameTypes.contains($0.value.type) }
        if let others {
          throw BuildRefusal(
            others.field,
            StackFailure(
              Self.call(building), Self.invalid,
              .parameter(
                "the host adds the name, and the data has one", remedy: "remove the name, or BT_LE_ADV_OPT_USE_NAME")))
        }
      } else if building.has("name-in-advertising") {
        throw BuildRefusal(nil, "name-in-advertising says where use-name puts the name")
      }
      let isForced = building.has("name-in-advertising")
      if pdu.isExtended {
        if pdu == .extendedScannable, let first = advertising.first {
          throw BuildRefusal(
            first.field, StackFailure(Self.call(building), "fails with -ENOTSUP", .extendedSides(true)))
        }
        if pdu != .extendedScannable, let first = response.first {
          throw BuildRefusal(
            first.field, StackFailure(Self.call(building), "fails with -ENOTSUP", .extendedSides(false)))
        }
        if pdu == .extendedScannable, isForced {
          throw BuildRefusal(
            nil,
            StackFailure(
              Self.call(building), Self.invalid,
              .parameter(
                "scannable extended advertising has scan response data only",
                remedy: "remove BT_LE_ADV_OPT_FORCE_NAME_IN_AD")))
        }
      }
      let nameIsInResponse = name != nil && !isForced && (!pdu.isExtended || pdu == .extendedScannable)
      if pdu == .advNonconnInd, building.request.scanResponse != nil || nameIsInResponse { building.pdu = .advScanInd }
      if let name {
        if nameIsInResponse, building.pdu.isScannable, !pdu.isExtended {
          building.change(
            .moved, name.field, "puts the name into the scan response",
            remedy: "use BT_LE_ADV_OPT_FORCE_NAME_IN_AD, or BT_DATA with the name in ad")
        }
      }
      let limit = building.pdu.payloadLimit
      building.advertising = try encoded(
        advertising + (nameIsInResponse ? [] : name.map { [$0] } ?? []), limit, &building)
      building.scanResponse = try encoded(
        response + (nameIsInResponse ? name.map { [$0] } ?? [] : []), limit, &building)
    })

  private static let invalid = "fails with -EINVAL (-22)"

  /// The call that gets the data.
  private static func call(_ building: Building) -> String {
    building.request.call ?? (building.request.pdu.isExtended ? "bt_le_ext_adv_set_data" : "bt_le_adv_start")
  }

  private static let nameTypes: [ADType] = [.completeLocalName, .shortenedLocalName]

  private static func encoded(
    _ fields: [(field: BuildRequest.Field, value: ADValue)], _ limit: Int, _ building: inout Building
  ) throws(BuildRefusal) -> BuiltBlock {
    var block = BuiltBlock()
    for (field, value) in fields {
      let room = block.room(of: limit) - 2
      if value.octets.count <= room {
        block.append(value.type, value.octets, from: field)
        continue
      }
      guard value.type == .completeLocalName, room > 0, limit == BuiltBlock.legacyLimit else {
        let needed = fields.reduce(0) { $0 + $1.value.octets.count + 2 }
        throw BuildRefusal(field, StackFailure(call(building), invalid, .size(needed: needed, available: limit)))
      }
      block.append(.shortenedLocalName, Array(value.octets.prefix(room)), from: field)
      building.change(.shortened, field, "cuts the name to \(room) of \(value.octets.count) bytes")
    }
    return block
  }
}
