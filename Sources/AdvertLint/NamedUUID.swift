internal import AdvertisingData
internal import AssignedNumbers

extension BluetoothUUID {
  /// The UUID with its assigned name when it has one: `1826 (Fitness Machine)`.
  var named: String {
    guard let number = assignedNumber16, let assigned = AssignedUUID(number) else { return description }
    return "\(self) (\(assigned.name))"
  }
}
