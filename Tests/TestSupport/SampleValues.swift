/// Values of every AD type and known format, each written by hand, for tests that change them octet by octet.
public enum SampleValues {
  /// The type of an AD structure, and a value that fits it.
  public static let types: [(type: UInt8, value: [UInt8])] = [
    (0x01, "06"), (0x02, "0f18"), (0x03, "0f180a18"), (0x04, "785634a1"), (0x05, "785634a1"),
    (0x06, "e1c7d3b5a79bf3e2d1c0bfaeb3a2f1a9"), (0x07, "e1c7d3b5a79bf3e2d1c0bfaeb3a2f1a9"), (0x08, "4b69746368"),
    (0x09, "4b69746368656e"), (0x0A, "04"), (0x0D, "0c025a"), (0x0E, "d1d2d3d4d5d6d7d8e1e2e3e4e5e6e7e8"),
    (0x0F, "d1d2d3d4d5d6d7d8e1e2e3e4e5e6e7e8"), (0x10, "0200342101c30204"), (0x11, "0a"), (0x12, "06000c00"),
    (0x14, "0f18"), (0x15, "e1c7d3b5a79bf3e2d1c0bfaeb3a2f1a9"), (0x16, "0f1864"), (0x17, "a1b2c3d4e5f6"),
    (0x18, "a1b2c3d4e5c6"), (0x19, "c103"), (0x1A, "a001"), (0x1B, "a1b2c3d4e5f600"), (0x1C, "02"),
    (0x1D, "d1d2d3d4d5d6d7d8e1e2e3e4e5e6e7e8"), (0x1E, "d1d2d3d4d5d6d7d8e1e2e3e4e5e6e7e8"), (0x1F, "785634a1"),
    (0x20, "785634a164"), (0x21, "e1c7d3b5a79bf3e2d1c0bfaeb3a2f1a964"), (0x22, "d1d2d3d4d5d6d7d8e1e2e3e4e5e6e7e8"),
    (0x23, "d1d2d3d4d5d6d7d8e1e2e3e4e5e6e7e8"), (0x24, "172f2f612e62"), (0x25, "01a1a2a3a4a5a6a7a8"),
    (0x26, "010203aabbcc"), (0x27, "210f"), (0x28, "ffffffff1fa1a2"), (0x29, "a1a2a3a40011"),
    (0x2A, "a1a2a3a4a5a6a7a8a9aaabacadae"), (0x2B, "00a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2"),
    (0x2C, "a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1"), (0x2D, "d1d2d3d4"),
    (0x2E, "a1a2a3b1b27c"), (0x2F, "a00101"), (0x30, "4b69746368656e"), (0x31, "a1a2a3a4a5b1c1c2c3c4"),
    (0x32, "a1a2a3a401020304"), (0x34, "01a1a2"), (0x3D, "0332"), (0xFF, "5900a1a2a3a4"), (0xF3, "a1a2a3a4"),
  ].map { ($0.0, [UInt8](hex: $0.1)) }

  /// A structure of each form of the known formats, and what redaction leaves of its octets: `=` for those that stay, `0`
  /// for zeros, `x` for others.
  public static let formats: [(name: String, hex: String, stays: String)] = [
    ("iBeacon", "1aff4c000215e2c56db5dffb48d2b060d0f5a71096e000010002c5", "===0==xxxxxxxxxxxxxxxx0x0x="),
    ("AltBeacon", "1bff1801beac00112233445566778899aabbccddeeff00010002c511", "======0xxxxxxxxxxxxxxx0x0x=x"),
    ("Eddystone UID", "1516aafe00eea1a2a3a4a5a6a7a8a9aab1b2b3b4b5b6", "====0=xxxxxxxxxxxxxxxx"),
    ("Eddystone URL", "0c16aafe10ec02676f2e676c2f", "=======xx=xx="),
    ("Eddystone URL that is none", "0c16aafe10ec0267ff2e676c2f", "=======x=xxxx"),
    ("Eddystone TLM", "1116aafe20000bb81580000000640000000a", "=====0xxxx000x000x"),
    ("Eddystone EID", "0d16aafe30eea1a2a3a4a5a6a7a8", "======xxxxxxxx"),
    ("nearby info", "0aff4c0010050b1c839096", "===0==x=xxx"),
    ("Find My", "1eff4c001219a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6a7b8", "===0==xxxxxxxxxxxxxxxxxxxxxxxxx"),
    ("HomeKit", "12ff4c00062d01a1a2a3a4a5a60200a7a80102", "===0==xxxxxxx=0xxxx"),
    ("HomeKit with a setup hash", "16ff4c00063101a1a2a3a4a5a60200a7a80102b1b2b3b4", "===0==xxxxxxx=0xxxxxxxx"),
    ("HomeKit cut short", "0eff4c00062901a1a2a3a4a5a60204", "===0==xxxxxxxxx"),
    (
      "HomeKit notification", "1bff4c001136a1a2a3a4a5a6b1b2b3b4b5b6b7b8b9babbbcc1c2c3c4", "===0==xxxxxxxxxxxxxxxxxxxxxx"
    ),
    (
      "AirPods", "1eff4c00071901142a2b9a8fd1d2d4b1b2b3b4b5b6b7b8b9babbbcbdbebfb0",
      "===0=====xxxxxxxxxxxxxxxxxxxxxx"
    ),
    ("Find Hub", "1916aafe41a1a2a3a4a5a6a7a8a9b1b2b3b4b5b6b7b8b9babbc1", "=====xxxxxxxxxxxxxxxxxxxxx"),
    ("another frame of Eddystone", "0816aafe21a1a2a3a4", "=====xxxx"),
    ("LE Audio", "0b164e1801a1a2a3a402b1b2", "=====xxxx=xx"), ("audio broadcast", "06165218a1a2a3", "====xxx"),
    ("Common Audio", "0416531801", "====="), ("public broadcast", "0716561805 02b1b2", "======xx"),
    ("public broadcast with metadata", "0c1656180507 03020400 020603", "========x0==="),
    ("scan delegator", "03164f18", "===="),
    (
      "streams of a broadcast", "1a165118409c000101 0600000000 03020108 06050341424344 0100",
      "======0===0000=======xxxx=0"
    ),
    ("telephony and media", "051655183400", "=====0"), ("gaming", "0416581805", "====="),
    ("mesh provisioning", "15162718a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2", "====xxxxxxxxxxxxxxxxxx"),
    ("mesh proxy", "0c16281800a1a2a3a4a5a6a7a8", "====0xxxxxxxx"),
    ("SwitchBot Meter", "09163dfd54a1a2a3a4a5", "=====xxxxx"),
    ("SwitchBot Hub", "06163dfd76a1a2", "=====xx"),
    ("ATC1441 thermometer", "10161a18a1a2a3a4a5a6a7a8a9aaabacad", "====xxxxxxxxxxxxx"),
    ("pvvx thermometer", "12161a18a1a2a3a4a5a6a7a8a9aaabacadaeaf", "====xxxxxxxxxxxxxxx"),
    ("temperature", "05166e2aa1a2", "====xx"),
    ("Mi Scale", "0d161d18a1a2a3a4a5a6a7a8a9aa", "====xxxxxxxxxx"),
    ("Mi Body Composition Scale", "10161b18a1a2a3a4a5a6a7a8a9aaabacad", "====xxxxxxxxxxxxx"),
    ("Aranet4", "19ff0207a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6", "========xxxxxxxxxxxxxxxxxx"),
    ("Aranet2", "1bff020701a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7", "=========xxxxxxxxxxxxxxxxxxx"),
    ("Sensirion", "0bffd5060004a1a2a3a4a5a6", "====0=xxxxxx"),
    ("Oral-B toothbrush", "0effdc00a1a2a3a4a5a6a7a8a9aaab", "===0===xxxxxxxx"),
    ("Victron", "15ffe102100257a002a1a2a3a4a5a6a7a8a9aaabacad", "=========xxxxxxxxxxxxx"),
    ("Qingping", "1416cdfd0801a1a2a3a4a5a60104b1b2b3b40201c1", "======xxxxxx==xxxx==x"),
    ("BTHome 1", "0b161c182302a1a20303a3a4", "======xx==xx"),
    ("BTHome 1 encrypted", "10161e18a1a2a3a4a5a6a7a8a9aaabacad", "====xxxxxxxxxxxxx"),
    ("Blue Maestro Tempo Disc", "11ff330117a1a2a3a4a5a6a7a8a9aaabacad", "=====xxxxxxxxxxxxx"),
    ("Michelin tyre sensor", "11ff28080103a1a2a3a4a5a6a7a8a9aaabac", "====x=xxxxxxxxxxxx"),
    ("MikroTik tag", "15ff4f090102a1a2a3a4a5a6a7a8a9aaabacadaeafb0", "=====xxxxxxxxxxxxxxxxx"),
    ("MikroTik tag encrypted", "15ff4f090101a1a2a3a4a5a6a7a8a9aaabacadaeafb0", "=====xxxxxxxxxxxxxxxxx"),
    ("b-parasite", "13161a18a1a2a3a4a5a6a7a8a9aae1e2e3e4e5e6", "=====xxxxxxxxxxxxxxx"),
    ("Govee H5075", "09ff88ec00a1a2a3a4a5", "====0xxxxx"),
    ("Govee H5101", "09ff0100a1a2a3a4a5a60809475648353130310000", "===0xxxxxx==xxxxxxx00"),
    ("Inkbird sps", "0affa1a2a3a4a5a6a7a8a90409737073", "==xxxxxxxxx==xxx"),
    ("Inkbird iBBQ", "0dffa1a2a3a4a5a6a7a8a9aaabac050969424251", "==xxxxxxxxxxxx==xxxx"),
    ("ThermoPro", "07ffc2a1a2a3a4a50b0954503335372028414229", "===xxxxx==xxxxx=xxxx"),
    ("SensorPush", "06ff04a1a2a3a41107b00a09ecd79db893ba42d611000009ef", "===xxxx==============00=="),
    ("Mopeka", "0dff590003a1a2a3a4a5a6a7a8a90303e5fe", "===0=xxxxxxxxx===="),
    ("Ruuvi C5", "15ff9904c5a1a2a3a4a5a6a7a8a9aaabe1e2e3e4e5e6", "=====xxxxxxxxxxxxxxxxx"),
    (
      "Ruuvi E1", "2bff9904e1a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7",
      "=====xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    ),
    ("overflow area", "14ff4c000100000000000000000000080000000000", "===0=0000000000=00000"),
    ("overflow area and more", "16ff4c000100000000000000000000080000000000 1000", "===0=0000000000x00000=0"),
    ("overflow area of many bits", "14ff4c0001 4a616e6520446f65277320706877b1b2", "===0=xxxxxxxxxxxxxxxx"),
    ("message cut short", "08ff4c0010091122a3", "===0==xxx"),
    ("Swift Pair with a name", "0bff0600030080 4d6f757365", "===0=0=xxxxx"),
    ("Swift Pair with an address", "0fff06000301806655443322110404 25", "===0===xxxxxx==="),
    (
      "devices beacon", "1eff060001092002a1a2a3a4b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3",
      "===0====xxxxxxxxxxxxxxxxxxxxxxx"
    ),
    ("Fast Pair model", "06162cfe123456", "======="),
    ("Fast Pair account", "0b162cfe0040a1a2a3a4115a", "====0=xxxx=x"),
    ("exposure", "17166ffda1a2a3a4a5a6a7a8a9aaabacadaeafb040414243", "====xxxxxxxxxxxxxxxxxxxx"),
    ("BTHome", "1016d2fc42a1a2a3a4a5a6016402ca0911", "=====xxxxxx=x=xx="),
    ("BTHome with a text", "0916d2fc405303414243", "=======xxx"),
    ("Matter", "0b16f6ff00a11ff1ff018002", "====0xx====="),
    ("Ruuvi 5", "1bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f", "=====xxxxxx0xxxxxxxx0xxxxxxx"),
    ("MiBeacon", "121695fe50505b05016655443322110a100164", "========xxxxxxx===x"),
    (
      "drone's serial number", "1e16faff0d010212534e313233343536373800000000000000000000000000",
      "=====x==xxxxxxxxxx0000000000000"
    ),
    ("Eddystone eTLM", "1516aafe2001a1a2a3a4a5a6a7a8a9aaabacb1b2c1c2", "======xxxxxxxxxxxxxxxx"),
    ("AirDrop", "17ff4c000512 0000000000000000 01 a1a2a3a4a5a6a7a8 00", "===0==00000000xxxxxxxxx0"),
    ("Handoff", "13ff4c000c0e 00a1a2a3b1b2b3b4b5b6b7b8b9ba", "===0==0xxxxxxxxxxxxx"),
    ("nearby action", "0aff4c000f05c008a1a2a3", "===0====xxx"),
    ("Swift Pair over LE and BR/EDR", "0bff0600030280 040424 4142", "===0======xx"),
    ("BTHome encrypted", "1116d2fc41a1a2a3a4a501000000b1b2b3b4", "=====xxxxxx000xxxx"),
    ("Ruuvi 3", "11ff990403291a1ecdeefc1803f942ca0b53", "=====xx=xxxxxxxxxx"),
    ("Ruuvi 6", "17ff990406170c5668c79e007000c90501d9cacd004c884f", "=====xxxxxx0x0xxxxxx0xxx"),
    (
      "MiBeacon encrypted", "1a1695fe58505b0502a1a2a3a4a5c6b1b2b3b4b5c1c2c3d1d2d3d4",
      "========xxxxxxxxxxxxxxxxxxx"
    ),
    (
      "drone's operator", "1e16faff0d01520046494e38376173747264676531326b3800000000000000",
      "=====x=0xxxxxxxxxxxxxxxx0000000"
    ),
    (
      "drone's location", "1e16faff0d011222a1a2a3b1b2b3b4b5b6b7b8c1c2c3c4c5c63a4bd1d20500",
      "=====x==xxxxxxxxxxxxxxxxx==xx=0"
    ),
    (
      "drone's signature", "1e16faff0d012210023fa1a2a3a4b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1",
      "=====x====xxxxxxxxxxxxxxxxxxxxx"
    ),
    ("Samsung SmartTag", "17165afd13a1a2a3b1b2b3b4b5b6b7b8c1d1d2d3e1e2e3e4", "====xxxxxxxxxxxxxxxxxxxx"),
    ("Samsung SmartTag, unregistered", "061659fda1a2a3", "====xxx"),
    ("Samsung Find device", "111669fda0a1a2a3a4a5a6a7a8a9aaabac04", "====xxxxxxxxxxxxxx"),
    ("Tile tracker", "0d16edfe0200a1a2a3a4a5a6a7a8", "=====0xxxxxxxx"),
    ("Tile tracker of another form", "0516ecfe03a1", "====xx"),
    ("Chipolo tracker", "051633fea1a2", "====xx"), ("Pebblebee tracker", "051625faa1a2", "====xx"),
    ("Apple Find My accessory", "051644fda1a2", "====xx"),
    ("unwanted tracking", "0716b2fc0200a1a2", "=====0xx"),
    ("Find My near its owner", "07ff4c00120264a1", "===0==xx"),
    ("Hey Siri", "0cff4c000807a1a2a3a4a5a6a7", "===0==xxxxxxx"),
    ("Wi-Fi password", "13ff4c000f0e4008a1a2a3b1b2b3c1c2c3d1d2d3", "===0====xxxxxxxxxxxx"),
    (
      "devices beacon for everyone", "14ff060001092128a1a2a3a4a5a650432d4576616e", "===0====xxxxxxxx=xxxx"
    ),
    ("Fast Pair batteries", "18162cfe1070a1a2a3a4a5a6a721b1b233c4e46446d1d2d3d4", "======xxxxxxx=xx=xxx=xxxx"),
    ("SwitchBot thermometer", "0eff6909a1a2a3a4a5a6a7a8a9aaab0b09576f53656e736f725448", "====xxxxxxxxxxx==xxxxxxxxxx"),
    ("SwitchBot device", "0bff6909a1a2a3a4a5a6a7a8", "====xxxxxxxx"),
    (
      "ThermoBeacon", "15ff1000a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b20d09546865726d6f426561636f6e",
      "===0xxxxxxxxxxxxxxxxxx==xxxxxxxxxxxx"
    ),
    (
      "ThermoBeacon's extremes", "17ff1000a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b40d09546865726d6f426561636f6e",
      "===0xxxxxxxxxxxxxxxxxxxx==xxxxxxxxxxxx"
    ),
    ("Oria T201", "14ff55aaa1a2a3a4a5a6a7a8a9aaabacadaeafb0b1050954323031", "====xxxxxxxxxxxxxxxxx==xxxx"),
    ("iNode energy meter", "0eff9082a1a2a3a4a5a6a7a8a9aaab", "====xxxxxxxxxxx"),
    ("SmartDry", "0fffae01a1a2a3a4a5a6a7a8a9aaabac", "====xxxxxxxxxxxx"),
    ("HHCC flower sensor", "0c1650fda1a2a3a4a5a6a7a8a9", "====xxxxxxxxx"),
    ("ELA ID", "0aff570706a1a2a3a4a5a6", "=====xxxxxx"),
    ("ELA thermometer", "06ff570712a1a2", "=====xx"),
    ("ELA thermometer with humidity", "08ff570721a1a2a3a4", "=====xxxx"),
    ("ELA magnet sensor", "06ff570732a1a2", "=====xx"),
    ("ELA accelerometer", "0aff570756a1a2a3a4a5a6", "=====xxxxxx"),
    ("ELA motion sensor", "06ff570742a1a2", "=====xx"),
    ("ELA button", "06ff5707b2a1a2", "=====xx"),
    ("ELA battery", "05ff5707f1a1", "=====x"),
    ("ELA voltage", "06ff5707f2a1a2", "=====xx"),
    ("Minew thermometer", "1016e1ffa101a1a2a3a4a5a6a7a8a9aaab", "======xxxxxxxxxxx"),
    ("Minew light sensor", "0d16e1ffa102a1a2a3a4a5a6a7a8", "======xxxxxxxx"),
    ("Minew accelerometer", "1216e1ffa103a1a2a3a4a5a6a7a8a9aaabacad", "======xxxxxxxxxxxxx"),
    ("Minew illuminance", "0e16e1ffa105a1a2a3a4a5a6a7a8a9", "======xxxxxxxxx"),
    ("Minew infrared sensor", "0e16e1ffa111a1a2a3a4a5a6a7a8a9", "======xxxxxxxxx"),
    ("Minew air sensor", "0e16e1ffa112a1a2a3a4a5a6a7a8a9", "======xxxxxxxxx"),
    ("Minew vibration sensor", "1116e1ffa118a1a2a3a4a5a6a7a8a9aaabac", "======xxxxxxxxxxxx"),
    ("Minew luminous flux", "0e16e1ffa119a1a2a3a4a5a6a7a8a9", "======xxxxxxxxx"),
    ("Minew tamper sensor", "0d16e1ffa120a1a2a3a4a5a6a7a8", "======xxxxxxxx"),
    ("Minew water sensor", "0d16e1ffa121a1a2a3a4a5a6a7a8", "======xxxxxxxx"),
    ("Shelly", "10ffa90b01a1a20ba3a40ab1b2b3b4b5b6", "===========xxxxxx"),
    ("Mi Band", "1bff570102a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7", "=====xxxxxxxxxxxxxxxxxxxxxxx"),
    (
      "Mi Band of another form", "1bff570101a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7",
      "====xxxxxxxxxxxxxxxxxxxxxxxx"
    ),
    (
      "Laird Connectivity sensor", "1bff77000100a1a2a3a4a5a6a7a8a9aa01b1b2b3b4b5b6b7b8b9babb",
      "===0=0xxxxxxxxxx=xxxxxxxxxxx"
    ),
    (
      "Govee H5191", "17ffa1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6080947564835313931",
      "==xxxxxxxxxxxxxxxxxxxxxx==xxxxxxx"
    ),
    (
      "Govee H5055", "17ffa1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6080947564835303535",
      "==xxxxxxxxxxxxxxxxxxxxxx==xxxxxxx"
    ),
    ("Govee, encrypted", "1bff88efa1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8", "====xxxxxxxxxxxxxxxxxxxxxxxx"),
  ]
}
