package import AdvertisingData

/// A scan that a program asks a system or a library for: a call with its filters and settings.
package struct RequestedScan: Hashable, Sendable {
  /// The library that the program calls.
  package let library: Library
  /// The name of the call: `startScan`.
  package let call: String
  /// The line of the call.
  package let line: Int
  /// The results of the conditions on which the arguments depend: `useName is true`; `nil` for a scan without conditions.
  package var condition: String?
  /// The systems that the scan is for; `nil` for all of the library.
  package var system: System?
  /// The filters, of which one is enough. Without any the scan delivers everything, unless ``unreadFilters`` has some.
  package var filters: [Filter] = []
  /// The filters whose devices the scan leaves out.
  package var exclusions: [Filter] = []
  /// The parts of the program that may let more devices pass than ``filters``.
  package var unreadFilters: [Unread] = []
  /// The settings that are not read.
  package var unreadSettings: [Unread] = []
  /// The circumstances that keep a device out although a filter lets it pass, each as a phrase after "unless".
  package var exceptions: [String] = []
  /// Whether the scan takes legacy advertising only; `nil` when that is not known, or is up to the system.
  package var isLegacyOnly: Bool?
  /// The PHYs of the primary channels on which a scan for extended advertising listens.
  package var phys = ListeningPHYs.all
  /// Whether the scan only listens, and asks for no scan responses.
  package var isPassive = false
  /// Whether the scan is made for times when nobody looks at the screen.
  package var isForBackground = false
  /// Whether the app declares that it derives no location from scans; `nil` when the program does not say.
  package var neverForLocation: Bool?

  package init(_ library: Library, call: String, line: Int) {
    self.library = library
    self.call = call
    self.line = line
  }

  /// The PHYs on which a scan can listen.
  package enum ListeningPHYs: Hashable, Sendable {
    case all, oneMegabit, coded
  }

  /// The systems on which a library scans in different ways.
  package enum System: Hashable, Sendable {
    case linux, other
  }

  /// A part of a program that is not read.
  package struct Unread: Hashable, Sendable {
    package let line: Int
    /// The reason as the rest of a sentence, without a full stop.
    package let reason: String
    /// Whether the part is the UUID of a service that a device must list.
    package let isService: Bool

    package init(line: Int, reason: String, isService: Bool = false) {
      self.line = line
      self.reason = reason
      self.isService = isService
    }
  }

  /// Conditions that a device must meet, all at once.
  package struct Filter: Hashable, Sendable {
    package let line: Int
    /// The conditions; a filter without conditions and without ``unread`` lets everything pass.
    package var conditions: [Condition]
    /// The parts of the filter that are not read: they may ask for more.
    package var unread: [Unread] = []

    package init(line: Int, _ conditions: [Condition] = []) {
      self.line = line
      self.conditions = conditions
    }
  }

  /// A condition of a filter.
  package enum Condition: Hashable, Sendable {
    /// A service in a list.
    case service(BluetoothUUID)
    /// The service that the device lists first, with the text that it must have: `180d`, or 36 characters for a UUID
    /// that is sent in 128 bits.
    case firstService(BluetoothUUID, text: String)
    /// A service in a list that equals this one in the bits of a mask.
    case maskedService(BluetoothUUID, mask: BluetoothUUID)
    /// A service in a list of solicited services.
    case solicitedService(BluetoothUUID)
    /// A name in full.
    case name(String)
    /// A name that begins with this text, or has it as a part.
    case namePart(String, isPrefix: Bool)
    /// Service data that begin with these octets in the bits of a mask.
    case serviceData(BluetoothUUID, [UInt8], mask: [UInt8]?)
    /// Manufacturer data of a company that begin with these octets in the bits of a mask.
    case manufacturerData(UInt16, [UInt8], mask: [UInt8]?)
    /// An address, of any type.
    case address(DeviceAddress)
  }

  /// A system or library whose scans are read.
  package enum Library: String, Hashable, Sendable, CaseIterable {
    case android
    case coreBluetooth
    case webBluetooth
    case bleak
    case bluez
    case flutterBluePlus
    case flutterReactiveBLE
    case blePLX
    case bleManager
    case noble
    case cordova
    case cordovaBluetoothLE
    case capacitor
    case btleplug
    case arduinoBLE
    case arduinoESP32
    case nimBLEArduino
    case circuitPython
    case microPython
    case espruino
    case tinyGo
    case winRT

    /// The name as its documentation writes it.
    package var name: String {
      switch self {
      case .android: "Android"
      case .coreBluetooth: "Core Bluetooth"
      case .webBluetooth: "Web Bluetooth"
      case .bleak: "bleak"
      case .bluez: "BlueZ"
      case .flutterBluePlus: "flutter_blue_plus"
      case .flutterReactiveBLE: "flutter_reactive_ble"
      case .blePLX: "react-native-ble-plx"
      case .bleManager: "react-native-ble-manager"
      case .noble: "noble"
      case .cordova: "cordova-plugin-ble-central"
      case .cordovaBluetoothLE: "cordova-plugin-bluetoothle"
      case .capacitor: "@capacitor-community/bluetooth-le"
      case .btleplug: "btleplug"
      case .arduinoBLE: "ArduinoBLE"
      case .arduinoESP32: "arduino-esp32"
      case .nimBLEArduino: "NimBLE-Arduino"
      case .circuitPython: "adafruit_ble"
      case .microPython: "MicroPython"
      case .espruino: "Espruino"
      case .tinyGo: "TinyGo"
      case .winRT: "Windows"
      }
    }
  }
}
