extension ErrorTable {
  /// Lines of the kernel about advertising that it received.
  static let linux = ErrorTable(
    "Linux (kernel log)", "Linux of May 2021, before the patch \"Remove spurious error message\"", marks: [],
    labels: [],
    [
      ReportedError(
        "", texts: ["advertising data len corrected"],
        means:
          "a device nearby sent data whose last bytes are no AD structure: zeros, or a length beyond the end; the kernel drops "
          + "what is behind the last whole one",
        do: "nothing on this computer: the sender should mend its data, which btmon shows",
        in: "net/bluetooth/hci_event.c, process_adv_report")
    ])

  private static let advertising = "src/advertising.c"
  /// The lines that name a property of an advertisement.
  private static func unparsed(_ properties: String...) -> [String] {
    properties.map { "Error parsing \($0) property" }
  }

  private static let discovery = "src/adapter.c, src/error.c"
  private static let dBusErrors = "src/error.c"

  /// The errors of BlueZ's D-Bus interface, and the log lines of its daemon and tools.
  static let bluez = ErrorTable(
    "BlueZ (D-Bus)", "BlueZ 5.87 (690c16d)",
    marks: ["org.bluez", "bluetoothd", "bluetoothctl", "hci0", "hci1", "src/advertising.c"],
    labels: [],
    [
      ReportedError(
        "org.bluez.Error.Failed", of: ["RegisterAdvertisement"], texts: ["Failed to parse advertisement"],
        means:
          "RegisterAdvertisement: the advertisement is too long or a property is wrong; BlueZ reports both like this",
        do: "look in `journalctl -u bluetooth` for the property; shorten the data, or move the name to ScanResponse…",
        in: advertising),
      ReportedError(
        "org.bluez.Error.Failed", of: ["RegisterAdvertisement"], texts: ["Failed to register advertisement"],
        means: "RegisterAdvertisement: the kernel or the controller refused the advertisement",
        do: "look in `journalctl -u bluetooth` for \"Failed to add advertisement\" and its status", in: advertising),
      ReportedError(
        "org.bluez.Error.Failed", of: ["StartDiscovery", "StopDiscovery"],
        means: "StartDiscovery, StopDiscovery: the text behind it is the cause",
        do: "read the text behind it; \"No discovery started\" means that this program started none", in: discovery),
      ReportedError(
        "org.bluez.Error.InvalidLength",
        means:
          "the advertisement is too long; the documents name this error, and 5.87 reports org.bluez.Error.Failed in its place",
        do: "shorten the data: 31 bytes in legacy advertising, of which 3 are Flags",
        in: "doc/org.bluez.LEAdvertisingManager.rst"),
      ReportedError(
        "org.bluez.Error.NotPermitted", texts: ["Maximum advertisements reached"],
        means: "RegisterAdvertisement: all advertising instances of the adapter are in use",
        do: "unregister one (SupportedInstances tells how many are left); restart programs that did not",
        in: advertising),
      ReportedError(
        "org.bluez.Error.AlreadyExists", means: "RegisterAdvertisement: this object is registered already",
        do: "call UnregisterAdvertisement first, or export another path", in: advertising),
      ReportedError(
        "org.bluez.Error.DoesNotExist", means: "UnregisterAdvertisement: no advertisement has this path",
        do: "pass the path that was registered, over the same connection", in: advertising),
      ReportedError(
        "org.bluez.Error.InvalidArguments",
        means: "an argument has the wrong type or value; of SetDiscoveryFilter, a key or a UUID",
        do: "check the types of D-Bus (UUIDs: as, RSSI: n, ManufacturerData: a{qv})",
        in: "src/advertising.c, src/adapter.c"),
      ReportedError(
        "org.bluez.Error.NotReady", means: "the adapter is off",
        do: "power it on (bluetoothctl power on; rfkill unblock bluetooth)",
        in: discovery),
      ReportedError(
        "org.bluez.Error.InProgress", means: "StartDiscovery: this program scans already, or waits for the answer",
        do: "stop the own discovery first, and await each call", in: discovery),
      ReportedError(
        "org.bluez.Error.NotSupported", means: "SetDiscoveryFilter: the kernel is too old",
        do: "update the kernel", in: discovery),
      ReportedError(
        "org.bluez.Error.NotAuthorized", means: "the program may not do this",
        do: "check the policy of D-Bus and the user's groups",
        in: dBusErrors),
      ReportedError(
        "org.bluez.Error.NotAvailable", means: "the operation is not available now", do: "check the adapter",
        in: dBusErrors),
      ReportedError(
        "org.bluez.Error.NoSuchAdapter", means: "there is no such adapter", do: "check its path with bluetoothctl list",
        in: dBusErrors),
      ReportedError(
        "", texts: ["Advertising data too long or couldn't be generated"],
        means: "the advertisement does not fit; the program gets org.bluez.Error.Failed",
        do: "shorten the data: 31 bytes in legacy advertising, of which 3 are Flags when discoverable", in: advertising),
      ReportedError(
        "", texts: unparsed("SecondaryChannel"),
        means:
          "RegisterAdvertisement: the value is none of 1M, 2M and Coded, or the controller does not support it, and the program "
          + "gets org.bluez.Error.Failed",
        do: "remove SecondaryChannel, or take a value that SupportedSecondaryChannels of the adapter lists",
        in: advertising + ", parse_secondary"),
      ReportedError(
        "", texts: unparsed("MinInterval", "MaxInterval"),
        means: "RegisterAdvertisement: the interval is no UINT32 of milliseconds, or below 20 ms",
        do: "pass a UINT32 from 20", in: advertising + ", parse_min_interval"),
      ReportedError(
        "", texts: unparsed("TxPower"), means: "RegisterAdvertisement: the power is no INT16 from -127 to 20",
        do: "pass an INT16 in dBm", in: advertising + ", parse_tx_power"),
      ReportedError(
        "",
        texts: unparsed(
          "Type", "ServiceUUIDs", "ScanResponseServiceUUIDs", "SolicitUUIDs", "ScanResponseSolicitUUIDs",
          "ManufacturerData", "ScanResponseManufacturerData", "ServiceData", "ScanResponseServiceData", "Includes",
          "LocalName", "Appearance", "Duration", "Timeout", "Data", "ScanResponseData", "Discoverable",
          "DiscoverableTimeout"),
        means:
          "RegisterAdvertisement: the property has the wrong D-Bus type or a wrong value, or does not fit, and the program gets "
          + "org.bluez.Error.Failed",
        do: "check the property (UUIDs: as, ManufacturerData: a{qv}, ServiceData: a{sv}, Data: a{yv}, bytes: ay)",
        in: advertising + ", parse_advertisement"),
      ReportedError(
        "", texts: ["Scan data couldn't be generated"], means: "the scan response does not fit",
        do: "shorten LocalName or the ScanResponse… properties", in: advertising),
      ReportedError(
        "", texts: ["Broadcast cannot set flags"], means: "a broadcast advertisement cannot be discoverable",
        do: "remove Discoverable, or set Type to peripheral", in: advertising),
      ReportedError(
        "", texts: ["MinInterval must be less than MaxInterval"], means: "MinInterval is above MaxInterval",
        do: "swap them", in: advertising),
      ReportedError(
        "", texts: ["Local name already included", "Appearance already included"],
        means: "Includes names a field that is also set",
        do: "keep LocalName or Appearance, and remove it from Includes",
        in: advertising),
      ReportedError(
        "", texts: ["passive scanning on Linux requires BlueZ"],
        means:
          "bleak: bluetoothd has no advertisement monitors, which passive scans need; many versions have them only with "
          + "--experimental",
        do: "run bluetoothd with --experimental (Experimental = true in main.conf), or scan actively",
        in: "bleak/backends/bluezdbus/manager.py; hbldh/bleak #1433"),
      ReportedError(
        "", texts: ["Set scan parameters failed"],
        means:
          "hcitool lescan: the controller refused the command, mostly because a scan of another program still runs",
        do: "stop the other scan, such as bluetoothctl's, or run hciconfig hci0 reset; hcitool needs root",
        in: "tools/hcitool.c, cmd_lescan"),
      ReportedError(
        "", texts: ["Can't set advertise mode"],
        means: "hciconfig leadv: the controller did not answer the command, or it is off",
        do: "run hciconfig hci0 up first",
        in: "tools/hciconfig.c"),
    ])

  /// The status values of the kernel's management interface.
  package static let management = ErrorTable(
    "BlueZ (kernel, MGMT status)", "BlueZ 5.87 (690c16d)",
    marks: [
      "mgmt", "btmgmt", "add advertising", "add ext adv", "failed to add advertisement", "adv monitor",
      "patterns monitor",
      "unable to start discovery", "stop discovery failed",
    ],
    labels: ["status"], isHex: true,
    [
      ReportedError(
        "MGMT_STATUS_UNKNOWN_COMMAND", 1, means: "the kernel does not know the command", do: "update the kernel",
        in: managementCodes),
      ReportedError(
        "MGMT_STATUS_FAILED", 3, means: "the kernel failed, or the controller with a status that has no name here",
        do: "btmon shows the command that the controller refused", in: managementCodes),
      ReportedError(
        "MGMT_STATUS_NO_RESOURCES", 7,
        means: "the controller has no memory for the data or for another advertising set",
        do: "shorten the data, or remove another advertisement", in: managementCodes),
      ReportedError(
        "MGMT_STATUS_TIMEOUT", 8, means: "the controller did not answer in time", do: "restart the adapter",
        in: managementCodes),
      ReportedError(
        "MGMT_STATUS_BUSY", 0x0A, means: "another operation runs, or the controller refused it in its present state",
        do: "wait, or stop the other advertisement or discovery", in: managementDocument),
      ReportedError(
        "MGMT_STATUS_REJECTED", 0x0B, means: "LE is off, or the controller is not powered",
        do: "run btmgmt le on and btmgmt power on", in: managementDocument),
      ReportedError(
        "MGMT_STATUS_NOT_SUPPORTED", 0x0C, means: "the controller or the kernel lacks it", do: "check btmgmt info",
        in: managementCodes),
      ReportedError(
        "MGMT_STATUS_INVALID_PARAMS", 0x0D, of: ["PHY Configuration"],
        means:
          "the list has a PHY that the controller lacks, or leaves one out that cannot be switched off (supported, but not "
          + "configurable)",
        do:
          "list the configurable PHYs that you want and all that btmgmt phy does not call so: BR1M1SLOT LE1MTX LE1MRX",
        in: "Linux, net/bluetooth/mgmt.c, set_phy_configuration (December 2022)"),
      ReportedError(
        "MGMT_STATUS_INVALID_PARAMS", 0x0D, of: ["Start Discovery", "Start Service Discovery"],
        means: "the kinds of addresses are none that can be scanned for, or the list of services is malformed",
        do: "take the kinds that btmgmt info lists: le, bredr or both", in: managementDocument),
      ReportedError(
        "MGMT_STATUS_INVALID_PARAMS", 0x0D,
        of: ["Add Advertising", "Add Extended Advertising", "add advertisement", "add adv", "add ext adv"],
        means:
          "the data is malformed or too long with what the kernel adds, the instance does not exist, the flags exclude each "
          + "other, or Linux refuses all of bluetoothd (6.12.93, 6.18.34)",
        do: "shorten the data: 31 bytes less what the kernel adds; take instance 1; update Linux 6.18.34 to 6.18.36",
        in: managementDocument + "; bluez/bluez #2269; raspberrypi/linux #7473"),
      ReportedError(
        "MGMT_STATUS_INVALID_PARAMS", 0x0D, means: "the kernel does not take a parameter of the command",
        do: "name the command: of an advertisement it is mostly the data; compare others with doc/mgmt-protocol.rst",
        in: managementDocument),
      ReportedError(
        "MGMT_STATUS_NOT_POWERED", 0x0F, means: "the adapter is off", do: "run btmgmt power on", in: managementCodes),
      ReportedError(
        "MGMT_STATUS_CANCELLED", 0x10, means: "it was cancelled", do: "start it again", in: managementCodes),
      ReportedError(
        "MGMT_STATUS_INVALID_INDEX", 0x11, means: "there is no such adapter", do: "check btmgmt info",
        in: managementCodes),
      ReportedError(
        "MGMT_STATUS_RFKILLED", 0x12, means: "rfkill blocks the radio", do: "run rfkill unblock bluetooth",
        in: managementCodes
      ),
      ReportedError(
        "MGMT_STATUS_PERMISSION_DENIED", 0x14, means: "the program may not do this",
        do: "run it as root, or with CAP_NET_ADMIN",
        in: managementCodes),
    ])

  private static let managementCodes = "lib/bluetooth/mgmt.h"
  private static let managementDocument = "doc/mgmt-protocol.rst"
}
