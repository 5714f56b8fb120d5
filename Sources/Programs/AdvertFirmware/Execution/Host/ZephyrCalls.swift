internal import AdvertisingData

/// The calls of Zephyr's host that affect a program's payload: arrays of ``ZephyrData``, which are put together here,
/// and the name that the host adds.
///
/// Source: Zephyr, include/zephyr/bluetooth/bluetooth.h, and subsys/bluetooth/host/adv.c for what does not fit.
enum ZephyrCalls: StackFunctions {
  static let stack = Stack.zephyr.id

  static let functions: [AnsweredFunction] = [
    function("bt_enable") { arguments, _, _ in
      // The program's function is called with success.
      arguments.isAddress(0) ? .call(arguments[0], arguments: [0], result: 0) : .result(0)
    },
    function("bt_set_name") { arguments, host, memory in
      host.deviceName = memory.text(at: arguments[0], longest: RunningHost.longestName)
      return .result(0)
    },
    function("bt_le_adv_start", gives: both) { arguments, host, memory in
      host.catchStarted()
      let parameters = parameters(at: arguments[0], host, &memory)
      guard let data = data(arguments, from: 1, parameters, host, &memory) else { return .result(invalid) }
      host.configure(parameters)
      set(data, &host)
      host.start()
      return .result(0)
    },
    function("bt_le_adv_update_data", gives: both) { arguments, host, memory in
      guard let data = data(arguments, from: 0, host[0]?.parameters, host, &memory) else { return .result(invalid) }
      set(data, &host)
      return .result(0)
    },
    function("bt_le_adv_stop") { _, host, _ in
      host.stop()
      return .result(0)
    },
    function("bt_le_ext_adv_create") { arguments, host, memory in
      let handle = host.newHandle()
      _ = memory.store(handle, at: arguments[2], size: 4)
      host.configure(parameters(at: arguments[0], host, &memory), of: handle)
      return .result(0)
    },
    function("bt_le_ext_adv_update_param") { arguments, host, memory in
      host.configure(parameters(at: arguments[1], host, &memory), of: arguments[0])
      return .result(0)
    },
    function("bt_le_ext_adv_set_data", gives: both) { arguments, host, memory in
      let parameters = host[arguments[0]]?.parameters
      guard let data = data(arguments, from: 1, parameters, host, &memory) else { return .result(invalid) }
      set(data, of: arguments[0], &host)
      return .result(0)
    },
    function("bt_le_ext_adv_start") { arguments, host, _ in
      host.start(arguments[0])
      return .result(0)
    },
    function("bt_le_ext_adv_stop") { arguments, host, _ in
      host.stop(arguments[0])
      return .result(0)
    },
    // Addresses have seven octets: the type comes first.
    function("bt_id_get") { arguments, host, memory in
      if arguments.isAddress(0) { memory.write([1] + host.address, at: arguments[0]) }
      _ = memory.store(1, at: arguments[1], size: 4)
      return .result(0)
    },
    function("bt_le_oob_get_local") { arguments, host, memory in
      memory.write([1] + host.address, at: arguments[1])
      return .result(0)
    },
    function("z_device_is_ready") { _, _, _ in .result(1) },
    function("z_impl_device_is_ready") { _, _, _ in .result(1) },
    function("z_impl_z_device_is_ready") { _, _, _ in .result(1) },
    function("z_device_ready") { _, _, _ in .result(1) },
    // The data stored in flash are not in the image; services do not affect advertising.
    function("settings_subsys_init") { _, _, _ in .result(0) }, function("settings_load") { _, _, _ in .result(0) },
    function("settings_load_subtree") { _, _, _ in .result(0) },
    function("bt_gatt_service_register") { _, _, _ in .result(0) },
    // Work runs at once: the address of its function is after the pointer to the next work.
    function("k_work_submit") { arguments, _, memory in work(arguments[0], &memory) },
    function("k_work_submit_to_queue") { arguments, _, memory in work(arguments[1], &memory) },
  ]

  private static let both: Set<PayloadRole> = [.advertising, .scanResponse]
  /// `-EINVAL`.
  private static let invalid: UInt32 = 0xFFFF_FFEA
  private static let nameTypes: Set<UInt8> = [0x08, 0x09]

  private static func work(_ address: UInt32, _ memory: inout ProgramMemory) -> ProgramReply {
    guard address >= 0x1000, let handler = memory.load(address &+ 4, size: 4) else { return .result(1) }
    return .call(handler, arguments: [address], result: 1)
  }

  private static func parameters(
    at address: UInt32, _ host: RunningHost, _ memory: inout ProgramMemory
  ) -> AdvertisingParameters? {
    memory.parameters("bt_le_adv_param", at: address, canBeExtended: host.canBeExtended)
  }

  private static func set(_ data: [PayloadRole: Sent], of handle: UInt32 = 0, _ host: inout RunningHost) {
    host.removeData(of: handle)
    for (role, part) in data { host.set(role, part.octets, of: handle, writers: part.writers) }
  }

  /// Returns the data that are sent for two arrays, each with the number of its elements; `nil` where the host refuses
  /// them.
  private static func data(
    _ arguments: CallArguments, from first: Int, _ parameters: AdvertisingParameters?, _ host: RunningHost,
    _ memory: inout ProgramMemory
  ) -> [PayloadRole: Sent]? {
    let isExtended = parameters?.isExtended ?? false
    let limit = isExtended ? RunningHost.longestData : RunningHost.longestLegacyData
    let hasResponse = arguments[first + 2] != 0 && arguments[first + 3] != 0
    var advertising = elements(at: arguments[first], count: arguments[first + 1], &memory)
    var response = elements(at: arguments[first + 2], count: arguments[first + 3], &memory)
    if let parameters, parameters.addsName, let name = host.deviceName {
      guard let all = advertising.flatMap({ first in response.map { first + $0 } }),
        !all.contains(where: { nameTypes.contains($0.type) })
      else { return nil }
      let isScannable =
        parameters.isScannable || parameters.isConnectable && !isExtended
        || parameters.isScannableWithResponse && hasResponse
      if isScannable, !parameters.addsNameToAdvertising {
        response?.append(Element(type: 0x09, value: name))
      } else {
        advertising?.append(Element(type: 0x09, value: name))
      }
    }
    guard let first = advertising.flatMap({ octets(of: $0, limit: limit) }),
      let second = response.flatMap({ octets(of: $0, limit: limit) })
    else { return nil }
    return [.advertising: first, .scanResponse: second]
  }

  /// One element, with the writers of its type and its value; none for elements that the host adds.
  private struct Element {
    var type: UInt8
    var value: [UInt8]
    var typeWriter: OctetWriter?
    var writers: [OctetWriter?] = []
  }

  /// The octets that are sent for an array, with their writers.
  private struct Sent {
    var octets: [UInt8] = []
    var writers: [OctetWriter?] = []
  }

  /// Reads elements of eight octets: type, length, two octets without meaning, and the address of the value.
  private static func elements(at address: UInt32, count: UInt32, _ memory: inout ProgramMemory) -> [Element]? {
    guard count > 0 else { return [] }
    guard address >= 0x1000, count <= 64, let octets = memory.octets(at: address, count: Int(count) * 8) else {
      return nil
    }
    var elements: [Element] = []
    for start in stride(from: 0, to: octets.count, by: 8) {
      let place = UInt32(truncatingIfNeeded: OctetOrder.littleEndian.number(of: octets[start + 4..<start + 8]))
      guard octets[start + 1] < 255, place >= 0x1000 || octets[start + 1] == 0,
        let value = memory.octets(at: place, count: Int(octets[start + 1]))
      else { return nil }
      let own = address &+ UInt32(start)
      elements.append(
        Element(
          type: octets[start], value: value, typeWriter: memory.writers(at: own, count: 1)[0],
          writers: memory.writers(at: place, count: value.count)))
    }
    return elements
  }

  /// Returns the octets of elements. A complete name is cut to the room that is left, and becomes a shortened name; all
  /// other elements must fit.
  private static func octets(of elements: [Element], limit: Int) -> Sent? {
    var sent = Sent()
    for element in elements {
      let room = limit - sent.octets.count - 2
      let count = min(element.value.count, room)
      guard element.value.count <= room || element.type == 0x09 && room > 0, count < 255 else { return nil }
      sent.octets += [UInt8(count + 1), count < element.value.count ? 0x08 : element.type]
      sent.octets += element.value.prefix(count)
      sent.writers += [element.typeWriter, element.typeWriter]
      sent.writers += (0..<count).map { element.writers.indices.contains($0) ? element.writers[$0] : nil }
    }
    return sent
  }
}
