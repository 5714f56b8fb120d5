package import AdvertisingData
internal import AssignedNumbers

extension BluetoothUUID {
  /// The name assigned to it, `nil` when there is none.
  package var assignedName: String? { assignedNumber16.flatMap(AssignedUUID.init)?.name }

  /// The UUID with its assigned name when it has one: `1826 (Fitness Machine)`.
  package var named: String { assignedName.map { "\(self) (\($0))" } ?? description }
}
