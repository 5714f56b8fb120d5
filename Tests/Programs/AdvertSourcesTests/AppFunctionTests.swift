import AdvertReading
import AdvertSources
import Testing

/// Functions of apps that make data or settings of their arguments.
struct AppFunctionTests {
  private static let java = """
    import android.bluetooth.le.*;
    class Beacon {
      private static final String PULSE = "0000180d-0000-1000-8000-00805f9b34fb";
      void start() { advertiser.startAdvertising(settings(true, 0), data(PULSE), callback); }
      private static AdvertiseSettings settings(boolean connectable, int timeout) {
        AdvertiseSettings.Builder builder = new AdvertiseSettings.Builder();
        builder.setConnectable(connectable);
        builder.setTimeout(timeout);
        return builder.build();
      }
      private static AdvertiseData data(String uuid) {
        AdvertiseData.Builder builder = new AdvertiseData.Builder();
        builder.addServiceUuid(new ParcelUuid(UUID.fromString(uuid)));
        return builder.build();
      }
    }

    """
  private static let kotlin = """
    import android.bluetooth.le.*
    fun settings(connectable: Boolean = false) = AdvertiseSettings.Builder().setConnectable(connectable).build()
    fun data(uuid: UUID, company: Int = 0x59): AdvertiseData =
      AdvertiseData.Builder().addServiceUuid(ParcelUuid(uuid)).addManufacturerData(company, byteArrayOf(1)).build()
    val PULSE = UUID.fromString("0000180d-0000-1000-8000-00805f9b34fb")
    fun start() {
      advertiser.startAdvertising(settings(true), data(PULSE), callback)
    }

    """
  private static let swift = """
    import CoreBluetooth
    func data(_ service: String, named name: String) -> [String: Any] {
      return [CBAdvertisementDataLocalNameKey: name, CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: service)]]
    }
    func start() {
      manager.startAdvertising(data("180D", named: "A"))
    }

    """

  private func told(_ text: String, _ language: ProgramReader.Language) -> [String] {
    let program = ProgramReader(text, language: language)
    return program.layouts.map { blocks($0)[1] } + program.unread.map { "\($0.line)" }
  }

  @Test(arguments: [
    ("callback);", "callback);", ["02010203030d18"]),
    // Each call has its own arguments.
    (
      "callback);",
      "callback);\n advertiser.startAdvertising(settings(true, 0), data(\"0000180f-0000-1000-8000-00805f9b34fb\"), callback);",
      ["02010203030d18", "02010203030f18"]
    ),
    ("data(PULSE)", "Beacon.data(PULSE)", ["02010203030d18"]),
    ("data(PULSE)", "data(name())", anyService(after: "020102")),
    ("builder.addServiceUuid", "uuid = other;\n    builder.addServiceUuid", anyService(after: "020102")),
    ("return builder.build();\n  }\n}", "if (x) return null;\n    return builder.build();\n  }\n}", ["11"]),
    ("class Beacon {", "class Beacon {\n  AdvertiseData data(int other) { return null; }", ["5"]),
  ])
  func functionsOfJava(_ known: String, _ changed: String, _ layouts: [String]) {
    let text = Self.java.replacing(known, with: changed)
    #expect(told(text, .java) == layouts, "\(text)")
  }

  @Test(arguments: [
    ("", "", ["020102" + "04ff590001" + "03030d18"]),
    ("data(PULSE)", "data(company = 2, uuid = PULSE)", ["020102" + "04ff020001" + "03030d18"]),
    ("data(PULSE)", "data(PULSE, 2)", ["020102" + "04ff020001" + "03030d18"]),
    ("data(PULSE)", "data(uuid())", anyService(after: "02010204ff590001")),
  ])
  func functionsOfKotlin(_ known: String, _ changed: String, _ layouts: [String]) {
    let text = known.isEmpty ? Self.kotlin : Self.kotlin.replacing(known, with: changed)
    #expect(told(text, .kotlin) == layouts, "\(text)")
  }

  @Test(arguments: [
    ("", "", ["02011a" + "03030d18" + "020941"]),
    ("named: \"A\"", "named: UIDevice.current.name", ["02011a" + "03030d18" + "1709??…"]),
    ("\"180D\"", "service", anyService(after: "02011a", before: "020941")),
    ("  return [", "  if x { return [:] }\n  return [", ["2"]),
  ])
  func functionsOfSwift(_ known: String, _ changed: String, _ layouts: [String]) {
    let text = known.isEmpty ? Self.swift : Self.swift.replacing(known, with: changed)
    #expect(told(text, .swift) == layouts, "\(text)")
  }
}
