extension ErrorTable {
  private static let framework = "framework/java/android/bluetooth/le/"
  private static let starting = ["onStartFailure", "startAdvertising", "onAdvertisingSetStarted", "AdvertiseCallback"]
  /// Names of classes that only programs on Android print, and those of Flutter.
  private static let classes = ["java.", "kotlin.", "android.", "androidx.", "platformexception("]
  private static let cordova = "; cordova-plugin-bluetoothle 6.7.4, BluetoothLePlugin.java"

  private static let flutter = "; ble_peripheral 2.4.0 (5196b5d), BlePeripheralPlugin.kt"
  /// The codes in .NET for Android, `Android.Bluetooth.LE.AdvertiseFailure`.
  private static let dotNet = "AdvertiseFailure."

  private static let altBeacon = "; android-beacon-library 2.19, CycledLeScannerForLollipop.java"

  /// The place of a text in RxAndroidBle, which numbers the errors of Android anew. react-native-ble-plx and
  /// flutter_ble_lib print its texts.
  private static func rxAndroidBle(code: String) -> String {
    "; RxAndroidBle 1.19.1, BleScanException.java, with the code \(code)"
  }

  /// The error codes of Android's advertising callbacks, and its exceptions.
  static let androidAdvertising = ErrorTable(
    "Android (advertising)", "LineageOS 22.0 (Android 15), packages/modules/Bluetooth",
    marks: ["advertisecallback", "bluetoothleadvertiser", "advertisemanager", "advertisingset"] + classes,
    // onAdvertisingSetStarted hands on statuses of the controller as they are.
    labels: ["errorcode", "error", "code", "status", "onstartfailure", "failed", "failure"], statusBase: 0,
    [
      ReportedError(
        "ADVERTISE_FAILED_DATA_TOO_LARGE", 1,
        texts: ["Too large data", "Data too large", dotNet + "DataTooLarge"],
        means:
          "the advertising data or the scan response needs more than 31 bytes, with 3 bytes for Flags if connectable",
        do: "shorten or move a field: setIncludeDeviceName(false), a 16-bit UUID, or the scan response",
        in: framework + "AdvertiseCallback.java, BluetoothLeAdvertiser.java" + cordova + flutter),
      ReportedError(
        "ADVERTISE_FAILED_TOO_MANY_ADVERTISERS", 2,
        texts: ["Too many advertisers", dotNet + "TooManyAdvertisers"],
        means: "all advertising sets of the phone are in use, also by other apps",
        do: "stop an own advertisement; try again later", in: framework + "AdvertiseCallback.java" + cordova),
      ReportedError(
        "ADVERTISE_FAILED_ALREADY_STARTED", 3, texts: [dotNet + "AlreadyStarted"],
        means: "this callback object already advertises",
        do: "call stopAdvertising first, or pass a new callback", in: framework + "BluetoothLeAdvertiser.java"),
      ReportedError(
        "ADVERTISE_FAILED_INTERNAL_ERROR", 4, texts: [dotNet + "InternalError"],
        means: "the Bluetooth service or the controller failed",
        do: "toggle Bluetooth; an HCI log shows the command that the controller refused",
        in: framework + "AdvertiseCallback.java; system/gd/hci/le_advertising_manager.cc"),
      ReportedError(
        "ADVERTISE_FAILED_FEATURE_UNSUPPORTED", 5, texts: [dotNet + "FeatureUnsupported"],
        means: "the phone cannot advertise",
        do: "check isMultipleAdvertisementSupported", in: framework + "AdvertiseCallback.java"),
      ReportedError(
        "", texts: ["Legacy advertising data too big", "Legacy scan response data too big"],
        means: "the block needs more than 31 bytes", do: "shorten or move a field, or call setLegacyMode(false)",
        in: framework + "BluetoothLeAdvertiser.java"),
      ReportedError(
        "", texts: ["Advertising data too big", "Scan response data too big", "Periodic advertising data too big"],
        means: "the block is longer than getLeMaximumAdvertisingDataLength", do: "shorten the data",
        in: framework + "BluetoothLeAdvertiser.java"),
      ReportedError(
        "", texts: ["getBluetoothLeAdvertiser returned null", "getBluetoothLeAdvertiser() returned null"],
        means: "Bluetooth is off, or the phone cannot advertise",
        do: "ask for it when Bluetooth is on, and check isMultipleAdvertisementSupported",
        in: "framework/java/android/bluetooth/BluetoothAdapter.java"),
      ReportedError(
        "",
        texts: ["Need android.permission.BLUETOOTH_ADVERTISE permission", "Need BLUETOOTH_ADVERTISE permission"],
        means: "the user did not grant BLUETOOTH_ADVERTISE, which advertising needs from Android 12 on",
        do: "declare BLUETOOTH_ADVERTISE in the manifest, and ask for it when the app runs",
        in: "framework/java/android/bluetooth/BluetoothAdapter.java; com/android/bluetooth/Utils.java"),
      ReportedError(
        "", texts: ["Unsupported primary PHY selected", "Unsupported secondary PHY selected"],
        means: "the phone lacks the PHY", do: "check isLeCodedPhySupported and isLe2MPhySupported",
        in: framework + "BluetoothLeAdvertiser.java"),
      ReportedError(
        "", texts: ["callback instance already associated with advertising"],
        means: "this callback object already advertises", do: "call stopAdvertisingSet first, or pass a new callback",
        in: framework + "BluetoothLeAdvertiser.java"),
    ], functions: starting)

  /// The error codes of Android's scan callback.
  static let androidScanning = ErrorTable(
    "Android (scanning)", "LineageOS 22.0 (Android 15), packages/modules/Bluetooth",
    marks: ["scancallback", "bluetoothlescanner", "scanmanager", "gattservice", "btgatt", "scanfailed"] + classes,
    labels: ["errorcode", "error", "code", "status", "onscanfailed", "failed"],
    [
      ReportedError(
        "SCAN_FAILED_ALREADY_STARTED", 1,
        texts: [
          "Scan failed because it has already started", "Scan already started",
          "a BLE scan with the same settings is already started",
        ],
        means: "this callback object already scans",
        do: "call stopScan first, or keep the running scan",
        in: framework + "BluetoothLeScanner.java" + cordova + altBeacon + rxAndroidBle(code: "5")),
      ReportedError(
        "SCAN_FAILED_APPLICATION_REGISTRATION_FAILED", 2,
        texts: [
          "application registration failed", "app registration failed", "Scan failed: app cannot be registered",
          "onScannerRegistered() - status=133",
          "onScannerRegistered(): status=133", "onScannerRegistered() - status=128",
          "onScannerRegistered(): status=128",
        ],
        means: "the Bluetooth service did not register the app, often because too many scans were never stopped",
        do: "stop each scan that is started; toggle Bluetooth",
        in: framework + "BluetoothLeScanner.java" + cordova + altBeacon + rxAndroidBle(code: "6")),
      ReportedError(
        "SCAN_FAILED_INTERNAL_ERROR", 3,
        texts: ["Scan failed because of an internal error", "Scan failed: internal error"],
        means: "the Bluetooth service failed",
        do: "toggle Bluetooth, then start again",
        in: framework + "BluetoothLeScanner.java" + altBeacon + rxAndroidBle(code: "7")),
      ReportedError(
        "SCAN_FAILED_FEATURE_UNSUPPORTED", 4,
        texts: ["Scan failed because feature unsupported", "power optimized scan feature is not supported"],
        means: "the phone lacks what the settings ask for: batches, filtering or a callback type",
        do: "set the report delay to 0 and CALLBACK_TYPE_ALL_MATCHES",
        in: framework + "BluetoothLeScanner.java" + altBeacon + rxAndroidBle(code: "8")),
      ReportedError(
        "SCAN_FAILED_OUT_OF_HARDWARE_RESOURCES", 5, texts: ["Scan failed because out of hardware resources"],
        means: "the controller has no room for another filter",
        do: "use fewer filters, or stop other scans",
        in: framework + "BluetoothLeScanner.java" + rxAndroidBle(code: "9")),
      ReportedError(
        "SCAN_FAILED_SCANNING_TOO_FREQUENTLY", 6, texts: ["is scanning too frequently", "Undocumented scan throttle"],
        means: "the app started too many scans within 30 s; this one does not run, and the app gets no callback",
        do: "keep one scan running instead of restarting it",
        in: "android/app/src/com/android/bluetooth/gatt/GattService.java; " + framework + "BluetoothLeScanner.java"
          + rxAndroidBle(code: "2147483646")),
      ReportedError(
        "", texts: ["Bluetooth disabled (code 1)"], means: "Bluetooth is off", do: "ask the user to switch it on",
        in: "RxAndroidBle 1.19.1, BleScanException.java"),
      ReportedError(
        "", texts: ["Need android.permission.BLUETOOTH_SCAN permission", "Need BLUETOOTH_SCAN permission"],
        means: "the user did not grant BLUETOOTH_SCAN, which scans need from Android 12 on",
        do: "declare BLUETOOTH_SCAN in the manifest, and ask for it when the app runs",
        in: "framework/java/android/bluetooth/BluetoothAdapter.java; com/android/bluetooth/Utils.java"),
      ReportedError(
        "",
        texts: [
          "Location Permission missing (code 3)", "Need ACCESS_FINE_LOCATION permission to get scan results",
          "Need ACCESS_COARSE_LOCATION permission to get scan results",
          "Need ACCESS_COARSE_LOCATION or ACCESS_FINE_LOCATION permission to get scan results",
        ],
        means: "the user did not grant what a scan needs: BLUETOOTH_SCAN from Android 12 on, else the location",
        do: "ask for ACCESS_FINE_LOCATION, or for BLUETOOTH_SCAN with neverForLocation",
        in: "RxAndroidBle 1.19.1, BleScanException.java; com/android/bluetooth/Utils.java"),
      ReportedError(
        "", texts: ["Location Services disabled (code 4)", "Permission denial: Location is off"],
        means: "the location services are off, and the phone then reports nothing to scans", do: "switch them on",
        in: "RxAndroidBle 1.19.1, BleScanException.java; com/android/bluetooth/Utils.java"),
    ], functions: ["onScanFailed", "onScannerRegistered", "startScan"])
}
