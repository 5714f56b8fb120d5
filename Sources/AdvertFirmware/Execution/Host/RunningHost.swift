/// What a program told its Bluetooth stack while it ran, for all stacks alike: names, data and parameters stay until the
/// program sets others, and what is advertised is caught.
///
/// What is set is not caught at once: programs set one payload after the other, and no scanner receives what lies between. It is
/// caught when time passes, when advertising stops or starts again, and when the run ends.
struct RunningHost {
  private(set) var caught: [CaughtAdvertising] = []
  /// The name of the device; `nil` until the program sets one.
  var deviceName: [UInt8]?
  var appearance: UInt32 = 0
  /// Whether the host keeps the device from being recognised.
  var hasPrivacy = false
  /// UUIDs of 128 bits that 16 bits are put into, in the order of their numbers.
  private(set) var uuidBases: [[UInt8]] = []
  /// The call that is answered.
  private(set) var call = CaughtCall(function: "", callers: [])
  private var stack = ""
  let outside: OutsideContents
  /// Whether a stack that can be built without extended advertising has it.
  let canBeExtended: Bool
  /// Parameters that a stack knows by numbers.
  var roleParameters: [Int: [UInt8]] = [:]
  /// Whether the program has asked its stack for something.
  var hasAsked = false
  /// What the program asked of its flash, and what it is told of it.
  var flash = FlashOperations()
  /// Functions that an operating system runs, with their arguments.
  private(set) var tasks: [(entry: UInt32, argument: UInt32)] = []
  /// Functions of the program that the host tells what has happened.
  var handlers: [Handler: UInt32] = [:]
  /// What it has not told yet, the oldest first.
  private var events: [(entry: UInt32, arguments: [UInt32])] = []
  private var eventCount = 0
  /// Functions that are known by their names.
  var symbols: [String: UInt32] = [:]
  /// What the radio of an ESP32 does: nothing, made ready, working.
  var radioState: UInt32 = 0
  private var allocated: UInt32 = 0
  private var attributes: UInt32 = 39
  private var handles: UInt32 = 0
  private var hasBegun = false
  private var sets: [UInt32: AdvertisingSet] = [:]

  /// What is advertised with one handle; stacks without handles have one set.
  struct AdvertisingSet {
    var advertising: CaughtAdvertising
    var isStarted = false
    /// Whether something was set that is not caught yet.
    var isChanged = false
    /// What was set and is not known.
    var unknown: Set<PayloadRole> = []
  }

  /// The longest name of a device (Core Vol 3 Part C 12.1).
  static let longestName = 248
  /// The longest data of legacy advertising (Core Vol 4 Part E 7.8.7).
  static let longestLegacyData = 31
  /// The longest data of extended advertising (Core Vol 4 Part E 7.8.54).
  static let longestData = 1650
  private static let maximumBases = 16
  private static let maximumCaught = 64
  private static let maximumSets = 64

  private static let maximumTasks = 16
  private static let maximumEvents = 48
  private static let memoryStart: UInt32 = 0x1800_0000
  private static let maximumMemory: UInt32 = 1 << 20

  /// What a function of the program is told.
  enum Handler {
    /// About advertising.
    case gap
    /// About services.
    case attributes
  }

  init(outside: OutsideContents, canBeExtended: Bool = true) {
    self.outside = outside
    self.canBeExtended = canBeExtended
  }

  /// A handle that is an address, where nothing lies that a program has.
  mutating func newHandle() -> UInt32 {
    handles = handles &+ 1
    return 0x2FFF_0000 &+ 0x101 &* (handles & 0xFF)
  }

  mutating func addTask(_ entry: UInt32, argument: UInt32) {
    if tasks.count < Self.maximumTasks { tasks.append((entry, argument)) }
  }

  /// Tells the program something later: when it waits, or has nothing else to do.
  mutating func tell(_ handler: Handler, _ arguments: [UInt32]) {
    guard let entry = handlers[handler], eventCount < Self.maximumEvents else { return }
    eventCount += 1
    events.append((entry, arguments))
  }

  /// What the program is told next.
  mutating func takeEvent() -> (entry: UInt32, arguments: [UInt32])? { events.isEmpty ? nil : events.removeFirst() }

  /// Memory that nothing else has, with contents that nothing says; 0 where there is no more.
  mutating func allocate(_ count: UInt32) -> UInt32 {
    guard count <= Self.maximumMemory, allocated + count <= Self.maximumMemory else { return 0 }
    defer { allocated += (count + 15) & ~7 }
    return Self.memoryStart + allocated
  }

  /// A number for a service, a characteristic or a descriptor.
  mutating func newAttribute() -> UInt32 {
    attributes = (attributes + 1) & 0xFFFF
    return attributes
  }

  /// Whether it is the first time that this is asked.
  mutating func begins() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  /// Notes which call is answered now.
  mutating func begin(_ call: CaughtCall, stack: String) {
    self.call = call
    self.stack = stack
  }

  /// A number for a UUID of 128 bits, the same for one that differs in octets 12 and 13 only; `nil` where there are too many.
  mutating func addBase(_ base: [UInt8]) -> Int? {
    if let place = uuidBases.firstIndex(where: { $0[..<12] == base[..<12] && $0[14...] == base[14...] }) {
      return place
    }
    guard uuidBases.count < Self.maximumBases else { return nil }
    uuidBases.append(base)
    return uuidBases.count - 1
  }

  /// An address of a device: every device has another one.
  var address: [UInt8] { Array(outside.page(from: 0x1000_00A4, count: 8).prefix(6)) }

  // MARK: Sets

  /// Whether the program has set anything to send.
  var hasData: Bool { !caught.isEmpty || sets.values.contains { !$0.advertising.data.isEmpty } }

  /// What is set for a handle.
  subscript(_ handle: UInt32) -> CaughtAdvertising? { sets[handle]?.advertising }

  /// What is set for a role; empty where nothing is.
  func octets(_ role: PayloadRole, of handle: UInt32 = 0) -> [UInt8] {
    sets[handle]?.advertising.data[role]?.octets ?? []
  }

  /// Sets data that are sent once advertising is started.
  ///
  /// - Parameter writers: what wrote each octet; empty where that is not known.
  mutating func set(
    _ role: PayloadRole, _ octets: [UInt8], of handle: UInt32 = 0, writers: [OctetWriter?] = []
  ) {
    let (call, stack) = (call, stack)
    change(handle) { set in
      set.advertising.data[role] = CaughtAdvertising.Part(octets: octets, call: call, writers: writers)
      set.unknown.remove(role)
      set.advertising.stack = stack
      set.advertising.returns.formUnion(call.callers)
      set.isChanged = true
    }
  }

  /// Notes that data were set of which it is not known what is sent: nothing is caught of the handle until others are set.
  mutating func setUnknown(_ role: PayloadRole, of handle: UInt32 = 0) {
    change(handle) { set in
      set.advertising.data[role] = nil
      set.unknown.insert(role)
      set.isChanged = false
    }
  }

  /// Takes all data of a handle away; nothing is caught of it until others are set.
  mutating func removeData(of handle: UInt32 = 0) {
    change(handle) { set in
      set.advertising.data = [:]
      set.unknown = []
    }
  }

  /// Sets how a handle advertises. Data without any parameters can be the only thing that a program shows.
  mutating func configure(_ parameters: AdvertisingParameters?, of handle: UInt32 = 0) {
    let call = call
    change(handle) { set in
      set.advertising.parameters = parameters
      set.advertising.parametersFrom = parameters == nil ? nil : call
    }
  }

  /// Sets how often a handle advertises; the rest stays.
  mutating func configure(interval units: (UInt64, UInt64), of handle: UInt32 = 0) {
    var parameters =
      sets[handle]?.advertising.parameters ?? AdvertisingParameters(isConnectable: true, isScannable: true)
    parameters.interval = AdvertisingParameters.interval(units)
    configure(parameters, of: handle)
  }

  /// Starts advertising with what is set.
  mutating func start(_ handle: UInt32 = 0) {
    change(handle) { set in
      set.isStarted = true
      set.isChanged = !set.advertising.data.isEmpty
    }
  }

  /// Stops it.
  mutating func stop(_ handle: UInt32 = 0) {
    catchStarted()
    sets[handle]?.isStarted = false
  }

  /// Stops all sets.
  mutating func stopAll() {
    catchStarted()
    for handle in sets.keys { sets[handle]?.isStarted = false }
  }

  /// What is advertised is received as it is now.
  mutating func catchStarted() {
    for handle in sets.keys.sorted() where sets[handle]?.isStarted ?? false { take(handle) }
  }

  /// The run is over: what was set is all that it shows, started or not.
  mutating func finish() {
    for handle in sets.keys.sorted() { take(handle) }
  }

  private mutating func change(_ handle: UInt32, _ body: (inout AdvertisingSet) -> Void) {
    guard sets[handle] != nil || sets.count < Self.maximumSets else { return }
    var set = sets[handle] ?? AdvertisingSet(advertising: CaughtAdvertising(stack: stack))
    body(&set)
    sets[handle] = set
  }

  private mutating func take(_ handle: UInt32) {
    guard let set = sets[handle], set.isChanged, set.unknown.isEmpty, !set.advertising.data.isEmpty,
      caught.count < Self.maximumCaught
    else { return }
    sets[handle]?.isChanged = false
    caught.append(set.advertising)
  }
}
