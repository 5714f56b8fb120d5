extension ErrorTable {
  private static let publisher =
    "learn.microsoft.com, BluetoothLEAdvertisementPublisher.Advertisement; MicrosoftDocs/winrt-api #2272; "
    + "yanshouwang/bluetooth_low_energy #92"

  /// The exceptions of Windows' advertisement publisher.
  static let windows = ErrorTable(
    "Windows (WinRT)", "Windows.Devices.Bluetooth.Advertisement, build 15063 and later",
    marks: ["winrt", "hresult", "platform::", "bluetoothleadvertisementpublisher"],
    labels: [],
    [
      ReportedError(
        "E_INVALIDARG",
        texts: [
          "winrt::hresult_invalid_argument", "Platform::InvalidArgumentException", "winrt::hresult_error",
          "HRESULT(0x80070057)", "HRESULT: 0x80070057", "WinError -2147024809",
        ],
        means:
          "Windows refused an argument; of an advertisement to publish, a section that Windows reserves: Flags or the local "
          + "name (service UUIDs were refused, too)",
        do: "publish manufacturer data or other sections; a GattServiceProvider advertises services",
        in: publisher)
    ])
}
