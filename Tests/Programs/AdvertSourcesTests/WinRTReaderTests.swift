import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Programs for Windows in C#: what a publisher sends, which sections Windows refuses, and which scans a watcher asks for.
@Suite struct WinRTReaderTests {
  /// A method with lines in it, the first of which is line 6.
  private static func program(_ lines: String, before: String = "", file: String = "") -> String {
    """
    using Windows.Devices.Bluetooth.Advertisement;
    namespace Beacons
    {
      public class Lamp : Base { \(before)
        public void Go(string given) {
    \(lines)
        }
      }
    }
    \(file)
    """
  }

  private static let start = "      publisher.Start();"
  private static let make = "      var publisher = new BluetoothLEAdvertisementPublisher();\n"
  private static let data = """
          var data = new BluetoothLEManufacturerData();
          data.CompanyId = 0xFFFE;
          var writer = new DataWriter();

    """
  private static let add = """

          data.Data = writer.DetachBuffer();
          publisher.Advertisement.ManufacturerData.Add(data);

    """

  /// Expects the manufacturer data that lines with a `DataWriter` make.
  private func expectWritten(
    _ lines: String, _ hex: String, location: SourceLocation = #_sourceLocation
  ) {
    expect(
      Self.program(Self.make + Self.data + lines + Self.add + Self.start), .cSharp,
      [["ADV_NONCONN_IND", HexText.compact([UInt8(hex.utf8.count / 2 + 3)]) + "fffeff" + hex, "none"]],
      location: location)
  }

  private func expectRefused(
    _ lines: String, _ line: Int, _ words: String, before: String = "", location: SourceLocation = #_sourceLocation
  ) {
    expectRefusal(Self.program(lines, before: before), .cSharp, line, words, location: location)
  }

  // MARK: Publisher

  @Test func dataWriter() {
    expectWritten("      writer.WriteString(\"Hello World\");", HexText.compact(Array("Hello World".utf8)))
    expectWritten(
      "writer.WriteByte(0x80); writer.WriteByte((byte)'A'); writer.WriteBytes(new byte[] { 1, 0xFF });", "804101ff")
    expectWritten(
      "writer.ByteOrder = ByteOrder.LittleEndian; writer.WriteUInt16(0x1234); writer.WriteUInt32(1);", "341201000000")
    expectWritten("writer.ByteOrder = Windows.Storage.Streams.ByteOrder.BigEndian; writer.WriteInt16(0x1234);", "1234")
    expectWritten("writer.WriteBytes(Encoding.UTF8.GetBytes(\"ok\")); writer.WriteBytes([3, 4]);", "6f6b0304")
    expectWritten("writer.WriteBuffer(CryptographicBuffer.DecodeFromHexString(\"0aFF\"));", "0aff")
    // The documentation names no default.
    expectRefused(
      Self.make + Self.data + "      writer.WriteUInt16(0x1234);" + Self.add + Self.start, 10,
      "whose default is not documented")
    expectRefused(
      Self.make + Self.data + "      writer.WriteGuid(x);" + Self.add + Self.start, 10, "is not computed here")
    expectRefused(Self.make + Self.data + "      Fill(writer);" + Self.add + Self.start, 10, "writer is passed on")
  }

  /// Any writes give their octets, one after the other.
  @Test func anyWrites() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<60 {
      let isLittle = Bool.random(using: &random)
      var lines = "writer.ByteOrder = ByteOrder.\(isLittle ? "Little" : "Big")Endian;\n"
      var octets: [UInt8] = []
      while octets.count < 18, Int.random(in: 0..<8, using: &random) > 0 {
        let number = UInt32.random(in: 0...UInt32.max, using: &random)
        func write(_ method: String, _ bits: Int) {
          let value = bits == 32 ? UInt64(number) : UInt64(number) & (1 << UInt64(bits) - 1)
          lines +=
            "      writer.\(method)(\(Bool.random(using: &random) ? "0x" + String(value, radix: 16) : "\(value)"));\n"
          let little = (0..<bits / 8).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
          octets += isLittle ? little : little.reversed()
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: write("WriteByte", 8)
        case 1: write("WriteUInt16", 16)
        case 2: write("WriteUInt32", 32)
        case 3:
          lines += "      writer.WriteString(\"abc\"); // \"d\"\n"
          octets += Array("abc".utf8)
        default:
          lines += "      writer.WriteBytes(new byte[3] { 7, 8, 9 });\n"
          octets += [7, 8, 9]
        }
      }
      guard !octets.isEmpty else { continue }
      expectWritten(lines, HexText.compact(octets))
    }
  }

  @Test func beacon() {
    let text = Self.program(
      """
            var data = new BluetoothLEManufacturerData();
            data.CompanyId = 0x004c;
            var bytes = new byte[] { 0x02, 0x15, 0xE4, 0xC8, 0xA4, 0xFC, 0xF6, 0x8B, 0x47, 0x0D, 0x95, 0x9F, 0x29, 0x38,
              0x2A, 0xF7, 0x2C, 0xE7, 0x00, 0x01, 0x00, 0x01, 0xc5 };
            data.Data = bytes.AsBuffer();
            publisher = new BluetoothLEAdvertisementPublisher();
            publisher.Advertisement.ManufacturerData.Add(data);
            Log(data.CompanyId.ToString("X"), data.CompanyId, publisher.Advertisement.ManufacturerData.Count);
            publisher.StatusChanged += (sender, args) => { Log($"{publisher.Status}: {args.Error}"); };
            publisher.Start();
      """, before: "private BluetoothLEAdvertisementPublisher? publisher;")
    let octets = "1aff4c000215e4c8a4fcf68b470d959f29382af72ce700010001c5"
    expect(text, .cSharp, [["ADV_NONCONN_IND", octets, "none"]])
    // Another method can start and stop it.
    let elsewhere = text.replacing(
      "      publisher.Start();\n    }", with: "    }\n    void On() => publisher?.Start();")
    expect(elsewhere, .cSharp, [["ADV_NONCONN_IND", octets, "none"]])
    expect(
      text.replacing("publisher.Start();", with: "publisher.UseExtendedAdvertisement = true; publisher.Start();"),
      .cSharp,
      [["EXT_NONCONNECTABLE", octets, "none"]])
  }

  /// The forms in which an object can be made.
  @Test(arguments: [
    """
          var publisher = new BluetoothLEAdvertisementPublisher();
          publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(COMPANY, Payload.AsBuffer()));
          publisher.Start();
    """,
    """
          BluetoothLEAdvertisementPublisher publisher = new();
          publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData
          {
            CompanyId = COMPANY,
            Data = CryptographicBuffer.CreateFromByteArray(new byte[] { 1, 2 }),
          });
          publisher.Start();
    """,
    """
          var advertisement = new BluetoothLEAdvertisement();
          using var writer = new DataWriter();
          writer.WriteBytes(this.Payload);
          advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData { CompanyId = COMPANY, Data = writer.DetachBuffer() });
          var publisher = new BluetoothLEAdvertisementPublisher(advertisement);
          kept = publisher;
          publisher.Start();
    """,
    """
          try {
            this.kept = new Windows.Devices.Bluetooth.Advertisement.BluetoothLEAdvertisementPublisher();
            var data = new BluetoothLEManufacturerData { Data = Convert.FromHexString("0102").AsBuffer() };
            data.CompanyId = (ushort)0x59;
            this.kept.Advertisement.ManufacturerData.Add(data);
            if (given != null) this.kept.Start();
          } catch (Exception) { kept = null; }
    """,
    """
          using (var writer = new DataWriter()) {
            writer.WriteByte(1);
            writer.WriteByte(2);
            kept = new BluetoothLEAdvertisementPublisher();
            kept.Advertisement.DataSections.Add(new BluetoothLEAdvertisementDataSection(
              BluetoothLEAdvertisementDataTypes.ManufacturerSpecificData, new byte[] { 0x59, 0, 1, 2 }.AsBuffer()));
            kept.Start();
          }
    """,
  ])
  func forms(_ lines: String) {
    let members = """
      const ushort COMPANY = 0x0059; private readonly byte[] Payload = { 1, 2 }; private BluetoothLEAdvertisementPublisher? kept;
      """
    expect(Self.program(lines, before: members), .cSharp, [["ADV_NONCONN_IND", "05ff59000102", "none"]])
  }

  @Test func constructorSetsMember() {
    let text = """
      class Lamp {
        private readonly BluetoothLEAdvertisementPublisher publisher = new BluetoothLEAdvertisementPublisher();
        public static byte[] Payload => new byte[] { 7 };
        public Lamp(int a) : base(a) {
          publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(0x59, Payload.AsBuffer()));
        }
        public void On() { publisher.Start(); }
      }
      """
    expect(text, .cSharp, [["ADV_NONCONN_IND", "04ff590007", "none"]])
    // A method may run several times, and would add the data again.
    expectRefusal(
      text.replacing("public Lamp(int a) : base(a) {", with: "public void Fill() {"), .cSharp, 5, "how often")
  }

  /// The sections that Windows keeps for itself, and publishers that it does not start.
  @Test(arguments: [
    (
      "publisher.Advertisement.Flags = BluetoothLEAdvertisementFlags.GeneralDiscoverableMode;", "Windows reserves Flags"
    ),
    ("publisher.Advertisement.LocalName = \"Lamp\";", "Windows reserves the name"),
    ("publisher.Advertisement.ServiceUuids.Add(Guid.Parse(given));", "Windows reserves service UUIDs"),
    (
      "publisher.Advertisement.DataSections.Add(new BluetoothLEAdvertisementDataSection(0x16, a.AsBuffer()));",
      "Windows reserves sections of type 0x16"
    ),
    ("", "a publisher needs a section"),
    (
      "publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[28].AsBuffer()));",
      "the sections need 32 bytes, 31 available"
    ),
  ])
  func refusals(_ line: String, _ words: String) {
    let program = ProgramReader(Self.program(Self.make + "      \(line)\n" + Self.start), language: .cSharp)
    #expect(program.layouts.isEmpty && program.unread.count == 1, "\(program.unread)")
    #expect(program.unread.first?.reason.contains(words) == true, "\(program.unread)")
    #expect(program.unread.first?.refusal?.isCertain == true)
  }

  /// 27 octets of data are the most.
  @Test func longestData() {
    let add =
      "      publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[27].AsBuffer()));\n"
    expect(
      Self.program(Self.make + add + Self.start), .cSharp,
      [["ADV_NONCONN_IND", "1eff0100" + String(repeating: "00", count: 27), "none"]])
  }

  @Test func doubts() {
    let section =
      "publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[2].AsBuffer()));"
    expectRefused(Self.make + "      if (given != null) \(section)\n" + Self.start, 7, "may be changed here")
    expectRefused(Self.make + "      foreach (var a in b) { \(section) }\n" + Self.start, 7, "how often")
    expectRefused(Self.make + "      Fill(publisher);\n      \(section)\n" + Self.start, 7, "passed on")
    expectRefused(Self.make + "      var other = publisher.Advertisement;\n" + Self.start, 7, "may be changed here")
    expectRefused(Self.make + Self.start + "\n      \(section)\n", 8, "changed after it is sent")
    expectRefused(Self.make + "      \(section)\n", 6, "does not start")
    expectRefused("      return new BluetoothLEAdvertisementPublisher();", 6, "passed on")
    expectRefused(
      "      kept ??= new BluetoothLEAdvertisementPublisher();\n" + section.replacing("publisher", with: "kept")
        + "\n kept.Start();", 7, "how often", before: "BluetoothLEAdvertisementPublisher kept;")
    expectRefused(
      "      kept = new BluetoothLEAdvertisementPublisher();\n      if (given == null) return;\n"
        + section.replacing("publisher", with: "kept") + "\n kept.Start();",
      7, "may leave", before: "BluetoothLEAdvertisementPublisher kept;")
    expectRefused("      other.Start();", 6, "does not make", before: "BluetoothLEAdvertisementPublisher other;")
    expectRefused(
      Self.make + "      \(section.replacing("new byte[2]", with: "Payload(given)"))\n" + Self.start, 7,
      "is not computed here")
  }

  /// A type of the program's own, or another name for one, is none of Windows.
  @Test(arguments: ["class DataWriter { }", "struct Guid { }", "using DataWriter = Other.Writer;"])
  func ownTypes(_ line: String) {
    let text = Self.program(Self.make + Self.data + "      writer.WriteByte(1);" + Self.add + Self.start, file: line)
    let program = ProgramReader(text, language: .cSharp)
    #expect(program.layouts.isEmpty && program.unread.first?.reason.contains("its own") == true, "\(program.unread)")
    #expect(ProgramReader(text.replacing(line, with: "class Other { }"), language: .cSharp).layouts.count == 1)
  }

  /// What is not read of the second section leaves the first one.
  @Test func unreadRest() {
    let text = Self.program(
      Self.make
        + """
              publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[2].AsBuffer()));
              publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(2, given.AsBuffer()));

        """ + Self.start)
    let program = ProgramReader(text, language: .cSharp)
    #expect(blocks(program) == [["ADV_NONCONN_IND", "05ff01000000", "none"]])
    #expect(program.layouts.first?.doubts.contains { $0.part == .rest(.advertising, from: 6) } == true)
  }

  /// Windows makes what a service provider sends, and does not say what.
  @Test func serviceProvider() {
    let lines = """
            var result = await GattServiceProvider.CreateAsync(Guid.Parse("0000180d-0000-1000-8000-00805f9b34fb"));
            result.ServiceProvider.StartAdvertising(new GattServiceProviderAdvertisingParameters
            {
              IsDiscoverable = true, IsConnectable = true
            });
      """
    expectRefused(lines, 7, "no documentation says which")
    expectRefused(
      "      _advertiser.StartAdvertising(settings, data, callback);", 6, "a library whose calls in C# are not read")
    expectRefused("      Run(_provider.StartAdvertising);", 6, "StartAdvertising is used here other than in a call")
    let classic = "      RfcommServiceProvider rfcomm = Made(); rfcomm.StartAdvertising(listener);"
    #expect(ProgramReader(Self.program(classic), language: .cSharp).isEmpty)
    let own = ProgramReader(
      "class A { void StartAdvertising() { } void Go() { StartAdvertising(); } }", language: .cSharp)
    #expect(own.isEmpty)
  }

  // MARK: The language

  /// Texts and directives in which code may seem to begin or to end.
  @Test(arguments: [
    "      var path = @\"C:\\\"; var quote = @\"a \"\"b\"\" {\";",
    "      Log($\"{given} {{ }} {Format(\"a}\")}\"); Log($@\"{given}\\\");",
    "      var raw = \"\"\"a \" publisher.Start( \"\"\";",
    "      #region one \" {\n      #pragma warning disable\n      #endregion",
    "      // publisher.Advertisement.Flags = 1;\n      /* /* */",
    "      char c = '\"'; char d = '\\''; char e = '{';",
    "      #if WINDOWS\n      Log(1);\n      #elif DEBUG\n      Log(2);\n      #endif",
  ])
  func texts(_ lines: String) {
    expect(
      Self.program(
        Self.make + lines
          + "\n      publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[] { 5 }.AsBuffer()));\n"
          + Self.start), .cSharp, [["ADV_NONCONN_IND", "04ff010005", "none"]])
  }

  @Test func conditions() {
    let section =
      "publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[] { 5 }.AsBuffer()));\n"
    func text(_ condition: String) -> String {
      Self.program("#if \(condition)\n" + Self.make + section + Self.start + "\n#endif")
    }
    expect(text("WINDOWS"), .cSharp, [["ADV_NONCONN_IND", "04ff010005", "none"]])
    expectRefusal(text("ENABLE_BLE"), .cSharp, 7, "the #if in line 6")
    expectRefused(Self.make + "#if DEBUG\n" + section + "#endif\n" + Self.start, 8, "how often")
  }

  /// Any change of a few characters is read or refused, and ends.
  @Test func anyChange() {
    let text = Self.program(Self.make + Self.data + "      writer.WriteString(\"Lamp\");" + Self.add + Self.start)
    for changed in ChangedText.some(of: text, marks: "(){}[]\"'#\\\n;,*=.0x$@!?") {
      #expect(ProgramReader(changed, language: .cSharp).layouts.count <= 1)
      _ = ScanReader(changed.replacing("Publisher", with: "Watcher"), path: "a.cs")
    }
  }

  /// Lines without the function around them.
  @Test func excerpt() throws {
    let excerpt = try #require(
      SourceExcerpt(
        """
        var publisher = new BluetoothLEAdvertisementPublisher();
        publisher.Advertisement.ManufacturerData.Add(new BluetoothLEManufacturerData(1, new byte[] { 5 }.AsBuffer()));
        """))
    #expect(blocks(excerpt.program) == [["ADV_NONCONN_IND", "04ff010005", "none"]])
    #expect(excerpt.program.assumptions.contains { $0.words.contains("do not start") })
  }
}
