import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Programs in Python that register an advertisement with BlueZ over D-Bus.
@Suite struct BlueZReaderTests {
  private func read(_ text: String) -> ProgramReader { ProgramReader(text, language: .python) }

  /// The class that people copy, in its shape: fields that methods fill, and properties of those that are set.
  private static let base = """
    import dbus
    import dbus.service
    IFACE = 'org.bluez.LEAdvertisement1'
    LAMP = '180F'

    class Advertised(dbus.service.Object):
        ROOT = '/org/example/advertised'

        def __init__(self, bus, number, kind):
            self.path = self.ROOT + str(number)
            self.kind = kind
            self.uuids = None
            self.makers = None
            self.data = None
            self.name = None
            self.power = False
            dbus.service.Object.__init__(self, bus, self.path)

        def values(self):
            found = dict()
            found['Type'] = self.kind
            if self.uuids is not None:
                found['ServiceUUIDs'] = dbus.Array(self.uuids, signature='s')
            if self.makers is not None:
                found['ManufacturerData'] = dbus.Dictionary(self.makers, signature='qv')
            if self.data is not None:
                found['ServiceData'] = dbus.Dictionary(self.data, signature='sv')
            if self.name is not None:
                found['LocalName'] = dbus.String(self.name)
            if self.power:
                found['Includes'] = dbus.Array(['tx-power'], signature='s')
            return {IFACE: found}

        def get_path(self):
            return dbus.ObjectPath(self.path)

        def add_uuid(self, uuid):
            if not self.uuids:
                self.uuids = []
            self.uuids.append(uuid)

        def add_maker(self, company, octets):
            if not self.makers:
                self.makers = dbus.Dictionary({}, signature='qv')
            self.makers[company] = dbus.Array(octets, signature='y')

        def add_data(self, uuid, octets):
            if not self.data:
                self.data = dbus.Dictionary({}, signature='sv')
            self.data[uuid] = dbus.Array(octets, signature='y')

        @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='s', out_signature='a{sv}')
        def GetAll(self, interface):
            if interface != IFACE:
                raise ValueError()
            return self.values()[IFACE]

    """

  private static let lamp = """
    class Lamp(Advertised):
        def __init__(self, bus, number):
            Advertised.__init__(self, bus, number, 'peripheral')
            self.add_uuid('180D')
            self.add_uuid(LAMP)
            self.add_maker(0xffff, [0x01, 0x02])
            self.name = 'Lamp'

    """

  private static let main = """
    def main():
        bus = dbus.SystemBus()
        manager = dbus.Interface(bus.get_object('org.bluez', find(bus)), 'org.bluez.LEAdvertisingManager1')
        lamp = Lamp(bus, 0)
        manager.RegisterAdvertisement(lamp.get_path(), {}, reply_handler=done, error_handler=failed)

    main()
    """

  @Test func theObjectIsFollowed() throws {
    let program = read(Self.base + Self.lamp + Self.main)
    #expect(program.unread.isEmpty)
    #expect(blocks(program) == [["ADV_IND", "05030d180f18" + "05ffffff0102", "05094c616d70"]])
    let layout = try #require(program.layouts.first)
    #expect(layout.name == "lamp" && layout.stackBuild?.stack.hasPrefix("BlueZ") == true)
    // The adapter decides whether there are Flags.
    #expect(layout.addedTypes == [.flags])
  }

  @Test func whatIsSetAfterwardsCounts() {
    let main = Self.main.replacing(
      "manager.Reg", with: "lamp.add_data('181a', [7])\n    lamp.power = True\n    manager.Reg")
    let program = read(Self.base + Self.lamp + main)
    #expect(program.unread.isEmpty)
    #expect(
      blocks(program) == [["ADV_IND", "05030d180f18" + "05ffffff0102" + "04161a1807" + "020a00", "05094c616d70"]])
  }

  /// Extended advertising that is connectable has no scan response, so the daemon puts the name into the advertising data.
  @Test(arguments: [
    ("1M", PHY.oneMegabit, PHY.oneMegabit), ("2M", .oneMegabit, .twoMegabit), ("Coded", .coded, .coded),
  ])
  func secondaryChannels(_ channel: String, _ primary: PHY, _ secondary: PHY) throws {
    let base = Self.base.replacing(
      "found['Type'] = self.kind",
      with: "found['Type'] = self.kind\n        found['SecondaryChannel'] = dbus.String('\(channel)')")
    let program = read(base + Self.lamp + Self.main)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["EXT_CONNECTABLE", "05030d180f18" + "05ffffff0102" + "05094c616d70", "none"]])
    let layout = try #require(program.layouts.first)
    #expect(layout.layout.phys == AdvertisingPHYs(primary: primary, secondary: secondary))
    #expect(program.assumptions.contains { $0.words.contains("the PHY of SecondaryChannel") })
    // A broadcast with a name has a scan response, which extended advertising has in the place of advertising data.
    let broadcast = read(base + Self.lamp.replacing("'peripheral'", with: "'broadcast'") + Self.main)
    #expect(broadcast.layouts.isEmpty && broadcast.unread.first?.reason.contains("scan response") == true)
    let nameless = read(
      base + Self.lamp.replacing("'peripheral'", with: "'broadcast'").replacing("self.name = 'Lamp'", with: "pass")
        + Self.main)
    #expect(blocks(nameless) == [["EXT_NONCONNECTABLE", "05030d180f18" + "05ffffff0102", "none"]])
    // An adapter that is connectable itself sends connectable advertising.
    #expect(nameless.layouts.first?.isKindAssumed == true)
  }

  @Test func secondaryChannelsThatTheDaemonRefuses() {
    let base = Self.base.replacing(
      "found['Type'] = self.kind", with: "found['Type'] = self.kind\n        found['SecondaryChannel'] = '3M'")
    let program = read(base + Self.lamp + Self.main)
    #expect(program.layouts.isEmpty)
    #expect(program.unread.first?.refusal?.remedy == "set SecondaryChannel to \"1M\", \"2M\" or \"Coded\"")
    #expect(program.unread.first?.refusal?.isCertain == true)
  }

  @Test func dbusNext() throws {
    let program = read(
      """
      from dbus_next.service import ServiceInterface, dbus_property, method
      from dbus_next import Variant

      class Lamp(ServiceInterface):
          def __init__(self, uuids):
              super().__init__('org.bluez.LEAdvertisement1')
              self._uuids = uuids

          @dbus_property()
          def Type(self) -> 's':
              return 'peripheral'

          @Type.setter
          def Type(self, value: 's'):
              pass

          @dbus_property()
          def ServiceUUIDs(self) -> 'as':
              return self._uuids

          @dbus_property()
          def ManufacturerData(self) -> 'a{qv}':
              return {0x0059: Variant('ay', bytes([1, 2]))}

          @dbus_property()
          def Discoverable(self) -> 'b':
              return True

          @method()
          def Release(self):
              print('released')

      async def main():
          lamp = Lamp(['180d'])
          bus.export('/lamp', lamp)
          await manager.call_register_advertisement('/lamp', {})
      """)
    #expect(program.unread.isEmpty)
    #expect(blocks(program) == [["ADV_IND", "03030d18" + "05ff59000102" + "020106", ""]])
    // On an adapter that is discoverable itself and has BR/EDR, the Flags are 0x02.
    let layout = try #require(program.layouts.first)
    #expect(layout.variation(of: .advertising)[12]?.values.contains(0x02) == true)
    #expect(layout.variation(of: .advertising)[12]?.values.contains(0x03) == false && layout.addedTypes.isEmpty)
  }

  /// What is not certain is refused, with the reason.
  @Test(arguments: [
    ("self.name = 'Lamp'", "self.name = 'Lamp ' + serial()", "not computed"),
    ("self.name = 'Lamp'", "self.name = f'Lamp'", "not read"),
    ("self.name = 'Lamp'", "self.name = NAME", "does not set NAME"),
    ("self.name = 'Lamp'", "for uuid in ALL:\n            self.add_uuid(uuid)", "not followed"),
    ("self.name = 'Lamp'", "if quiet():\n            self.name = 'x'", "not computed"),
    ("self.name = 'Lamp'", "fill(self)", "not known"),
    ("self.name = 'Lamp'", "self.count = fill(self.uuids)", "handed to fill"),
    ("self.name = 'Lamp'", "self.other = self.uuids\n        self.add_uuid('1800')", "not known"),
    ("self.name = 'Lamp'", "self.fill()", "another file"),
    ("self.name = 'Lamp'", "self.name = self.path = 'x'", "not followed"),
    ("self.add_maker(0xffff, [0x01, 0x02])", "self.makers = {0xffff: [1, 2]}", "no list of bytes"),
    ("self.add_maker(0xffff, [0x01, 0x02])", "self.add_maker(0xffff, [0x101])", "no list of bytes"),
    ("'peripheral'", "kind()", "not computed"),
    ("'peripheral'", "'central'", "Type is not read"),
    ("class Lamp(Advertised)", "class Lamp(Advertised, Mixin)", "another file"),
    ("class Lamp(Advertised)", "class Lamp(Imported)", "another file"),
    ("    manager = ", "    Lamp.name = 'x'\n    manager = ", "is changed"),
    ("manager.Reg", "show(lamp)\n    manager.Reg", "handed on"),
    ("manager.Reg", "if late:\n        lamp.name = 'x'\n    manager.Reg", "in a condition"),
    ("\nmain()", "    lamp.name = 'x'\n\nmain()", "after it is sent"),
    ("\nmain()", "    manager.RegisterAdvertisement(other, {})\n\nmain()", "several"),
    ("lamp = Lamp(bus, 0)", "lamp = Lamp(bus, 0)\n    other = Lamp(bus, 1)", "several objects"),
    ("lamp = Lamp(bus, 0)", "lamp = make(bus)", "another file"),
    ("raise ValueError()", "return {}", "none"),
  ])
  func whatIsNotCertainIsRefused(_ old: String, _ new: String, _ words: String) {
    let whole = Self.base + Self.lamp + Self.main
    let text = whole.replacing(old, with: new)
    let program = read(text)
    guard words != "none" else {
      // It is not run.
      #expect(blocks(program) == blocks(read(whole)) && program.unread.isEmpty)
      return
    }
    #expect(text != whole)
    #expect(reasons(program).contains { $0.words.contains(words) }, "\(program.unread.map(\.reason))")
    #expect(program.layouts.allSatisfy { !unreadParts($0).isEmpty }, "\(blocks(program))")
  }

  /// Lines that are left out, commented out or in another order change what is said as they change what is sent.
  @Test func linesThatAreLeftOut() throws {
    let calls = [
      ("self.add_uuid('180D')", ADValue(type: .completeServiceUUIDs16, value: [0x0D, 0x18].span)),
      ("self.add_uuid(LAMP)", ADValue(type: .completeServiceUUIDs16, value: [0x0F, 0x18].span)),
      ("self.add_maker(0xffff, [0x01, 0x02])", ADValue(type: .manufacturerData, value: [0xFF, 0xFF, 1, 2].span)),
      ("self.name = 'Lamp'", ADValue(type: .completeLocalName, value: Array("Lamp".utf8).span)),
    ]
    let stack = try #require(StackBuilder.named("bluez"))
    var random = SplitMix64(seed: 7)
    for chosen in 0..<16 {
      let order = calls.indices.shuffled(using: &random)
      let lines = order.map { "        " + (chosen >> $0 & 1 == 1 ? "" : "# ") + calls[$0].0 + "\n" }.joined()
      let text =
        Self.base + "class Lamp(Advertised):\n    def __init__(self, bus, number):\n"
        + "        Advertised.__init__(self, bus, number, 'peripheral')\n" + lines + Self.main
      // The daemon asks for the properties in one order, and each list has that of the calls.
      let asked = (order.filter { $0 < 2 } + [2, 3]).filter { chosen >> $0 & 1 == 1 }.map { calls[$0].1 }
      let expected = try stack.built(BuildRequest(advertising: asked), version: stack.newest)
      #expect(
        blocks(read(text)) == [
          ["ADV_IND", HexText.compact(expected.advertising.octets), HexText.compact(expected.scanResponse.octets)]
        ], "\(text)")
    }
  }

  /// A typing error never crashes the reader, and never makes it say something of a text that is broken.
  @Test func typingErrors() {
    for text in ChangedText.some(of: Self.base + Self.lamp + Self.main, marks: "()[]{}'\":,=.#\n \\") {
      _ = read(text)
    }
    // Values that grow with each line are not followed further.
    let growing = (0..<200).map { _ in "        self.uuids = [self.uuids, self.uuids]\n" }.joined()
    let program = read(Self.base + Self.lamp.replacing("        self.name = 'Lamp'\n", with: growing) + Self.main)
    #expect(!reasons(program).isEmpty && program.layouts.allSatisfy { !unreadParts($0).isEmpty })
  }

  /// A class that is derived from that of BlueZ's example, alone or with the lines that register it, in both of its forms.
  @Test(arguments: [
    ("self, bus, index", "self, bus, index, 'peripheral'"), ("self, index", "self, index, 'peripheral'"),
    ("self, bus", "self, bus, 0, 'peripheral'"),
  ]) func classOfTheExample(_ parameters: String, _ arguments: String) throws {
    let text = """
      class Lamp(Advertisement):
          def __init__(\(parameters)):
              Advertisement.__init__(\(arguments))
              self.add_service_uuid('180F')
              self.add_manufacturer_data(0xffff, [0x01])
              self.add_local_name('Lamp')
              self.include_tx_power = True
      """
    let sent = ["ADV_IND", "03030f18" + "04ffffff01" + "020a00", "05094c616d70"]
    let excerpt = try #require(SourceExcerpt(text))
    #expect(
      excerpt.program.layouts.map { Set(blocks($0)[1...]) } == [Set(sent[1...])],
      "\(blocks(excerpt.program)) \(excerpt.program.unread)")
    #expect(excerpt.program.assumptions.contains { $0.words.contains("BlueZ's example") })
    // Its place is one of the lines that were copied.
    #expect(excerpt.program.layouts.first?.place?.line == 1 && excerpt.program.layouts.first?.name == "Lamp")
    // What the class gets when it runs is not known.
    let open = try #require(SourceExcerpt(text.replacing("'Lamp'", with: "NAME"))).program
    #expect(open.layouts.allSatisfy { !unreadParts($0).isEmpty } && !reasons(open).isEmpty)
    // A class of the text's own is not that of the example.
    #expect(SourceExcerpt("class Advertisement:\n    pass\n\n" + text)?.program.layouts.isEmpty ?? true)
  }
}
