/// The state of the Bluetooth stack while a program runs, for all stacks: names, data and parameters stay until the
/// program sets others, and advertising is caught.
///
/// Data are not caught when they are set: programs set one payload after the other, and no scanner receives the states
/// in between. They are caught when time passes, when advertising stops or starts again, and when the run ends.
struct RunningHost {
  private(set) var caught: [CaughtAdvertising] = []
  /// The name of the device; `nil` until the program sets one.
  var deviceName: [UInt8]?
  var appearance: UInt32 = 0
  /// The address that the program sets.
  var setAddress: [UInt8]?
  /// The kind of address that the program asks its SoftDevice for; `nil` until it does.
  var addressKind: AdvertisingParameters.OwnAddress?
  /// Whether the program's calls have the numbers of SoftDevice 5 and later.
  var hasLaterNumbers = false
  /// Whether the host prevents the device from being recognised.
  var hasPrivacy = false
  /// Whether the program changes the database of attributes in a way that is not followed.
  var hasOtherDatabase = false
  /// UUIDs of 128 bits into which 16 bits are inserted, in the order of their numbers.
  private(set) var uuidBases: [[UInt8]] = []
  /// The call that is answered.
  private(set) var call = CaughtCall(function: "", callers: [])
  /// The call of the program that makes the request, by its number in the journal, and the instructions before.
  var requestedIn: (call: UInt32, steps: Int) = (0, 0)
  private var stack = ""
  let outside: OutsideContents
  /// Whether a stack that can be built without extended advertising has it.
  let canBeExtended: Bool
  /// Parameters that a stack identifies by numbers.
  var roleParameters: [Int: (octets: [UInt8], source: UInt32, writers: [OctetWriter?])] = [:]
  /// Whether the program has made a request to its stack.
  var hasAsked = false
  /// The flash operations of the program, and their events.
  var flash = FlashOperations()
  /// Functions that an operating system runs, with their arguments.
  private(set) var tasks: [(entry: UInt32, argument: UInt32)] = []
  /// Functions of the program that receive the events of the host.
  var handlers: [Handler: UInt32] = [:]
  /// Events that the program has not received yet, the oldest first.
  private var events: [(entry: UInt32, arguments: [UInt32])] = []
  private var eventCount = 0
  /// Functions that are found by their names.
  var symbols: [String: UInt32] = [:]
  /// The messages of Bluedroid in a program without symbols.
  var messages: BluedroidMessages?
  /// The state of the radio of an ESP32: not initialised, initialised, enabled.
  var radioState: UInt32 = 0
  private var allocated: UInt32 = 0
  private var attributes: UInt32 = 39
  private var handles: UInt32 = 0
  private var hasBegun = false
  private var sets: [UInt32: AdvertisingSet] = [:]
  /// The ids of the stacks that the program has asked to advertise, whether its data are known or not.
  private(set) var started: Set<String> = []
  /// The calls after which the stack makes its data itself, the first ones.
  private(set) var generated: [CaughtCall] = []

  /// The advertising of one handle; stacks without handles have one set.
  struct AdvertisingSet {
    var advertising: CaughtAdvertising
    var isStarted = false
    /// Whether the set was changed after it was last caught.
    var isChanged = false
    /// The payloads that were set with unknown data.
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
  private static let maximumGenerated = 16

  private static let maximumTasks = 16
  private static let maximumEvents = 48
  private static let memoryStart: UInt32 = 0x1800_0000
  private static let maximumMemory: UInt32 = 1 << 20

  /// The events that a function of the program receives.
  enum Handler {
    /// Events of advertising.
    case gap
    /// Events of services.
    case attributes
  }

  init(outside: OutsideContents, canBeExtended: Bool = true) {
    self.outside = outside
    self.canBeExtended = canBeExtended
  }

  /// Returns a new handle that is an address without data of the program.
  mutating func newHandle() -> UInt32 {
    handles = handles &+ 1
    return 0x2FFF_0000 &+ 0x101 &* (handles & 0xFF)
  }

  mutating func addTask(_ entry: UInt32, argument: UInt32) {
    if tasks.count < Self.maximumTasks { tasks.append((entry, argument)) }
  }

  /// Sends the program an event later: when it waits, or has nothing else to do.
  mutating func tell(_ handler: Handler, _ arguments: [UInt32]) {
    guard let entry = handlers[handler], eventCount < Self.maximumEvents else { return }
    eventCount += 1
    events.append((entry, arguments))
  }

  /// Takes the next event for the program.
  mutating func takeEvent() -> (entry: UInt32, arguments: [UInt32])? { events.isEmpty ? nil : events.removeFirst() }

  /// Allocates memory that no other data use, with unknown contents; 0 where no more is available.
  mutating func allocate(_ count: UInt32) -> UInt32 {
    guard count <= Self.maximumMemory, allocated + count <= Self.maximumMemory else { return 0 }
    defer { allocated += (count + 15) & ~7 }
    return Self.memoryStart + allocated
  }

  /// Returns a new number for a service, a characteristic or a descriptor.
  mutating func newAttribute() -> UInt32 {
    attributes = (attributes + 1) & 0xFFFF
    return attributes
  }

  /// Whether this is the first call of this function.
  mutating func begins() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  /// Notes the call that is answered now.
  mutating func begin(_ call: CaughtCall, stack: String) {
    self.call = call
    self.stack = stack
  }

  /// Takes the call that is answered for one of another function, which made it and has no name.
  mutating func begin(asCallOf function: String) {
    call = CaughtCall(function: function, callers: Array(call.callers.dropFirst()))
  }

  /// Returns the number of a UUID of 128 bits. UUIDs that differ only in octets 12 and 13 have the same number. `nil`
  /// where there are too many.
  mutating func addBase(_ base: [UInt8]) -> Int? {
    if let place = uuidBases.firstIndex(where: { $0[..<12] == base[..<12] && $0[14...] == base[14...] }) {
      return place
    }
    guard uuidBases.count < Self.maximumBases else { return nil }
    uuidBases.append(base)
    return uuidBases.count - 1
  }

  /// The address of the device: the one that the program sets, or one that is different for every device.
  var address: [UInt8] { setAddress ?? Array(outside.page(from: 0x1000_00A4, count: 8).prefix(6)) }

  // MARK: Sets

  /// Whether the program has set any data to send.
  var hasData: Bool { !caught.isEmpty || sets.values.contains { !$0.advertising.data.isEmpty } }

  /// The advertising that is set for a handle.
  subscript(_ handle: UInt32) -> CaughtAdvertising? { sets[handle]?.advertising }

  /// Returns the octets that are set for a role; empty where there are none.
  func octets(_ role: PayloadRole, of handle: UInt32 = 0) -> [UInt8] {
    sets[handle]?.advertising.data[role]?.octets ?? []
  }

  /// Returns the writers of the octets that are set for a role, one for each.
  func writers(_ role: PayloadRole, of handle: UInt32 = 0) -> [OctetWriter?] {
    guard let part = sets[handle]?.advertising.data[role] else { return [] }
    return part.writers.isEmpty ? part.octets.map { _ in nil } : part.writers
  }

  /// Sets data that are sent after advertising has started.
  ///
  /// - Parameter writers: the writer of each octet; empty where they are not known.
  mutating func set(
    _ role: PayloadRole, _ octets: [UInt8], of handle: UInt32 = 0, from source: UInt32? = nil,
    writers: [OctetWriter?] = []
  ) {
    let (call, stack, place) = (call, stack, requestedIn)
    change(handle) { set in
      set.advertising.data[role] = CaughtAdvertising.Part(
        octets: octets, call: call, writers: writers, passedIn: place.call, steps: place.steps)
      set.unknown.remove(role)
      set.advertising.stack = stack
      set.advertising.returns.formUnion(call.callers)
      if let source { set.advertising.sources.insert(source) }
      set.isChanged = true
    }
  }

  /// Notes that data were set that are not known: the handle is not caught until other data are set.
  mutating func setUnknown(_ role: PayloadRole, of handle: UInt32 = 0) {
    change(handle) { set in
      set.advertising.data[role] = nil
      set.unknown.insert(role)
      set.isChanged = false
    }
  }

  /// Notes that the call that is answered lets the stack make its data itself.
  mutating func noteGenerated() {
    if generated.count < Self.maximumGenerated, !generated.contains(call) { generated.append(call) }
  }

  /// Removes all data of a handle; it is not caught until other data are set.
  mutating func removeData(of handle: UInt32 = 0) {
    change(handle) { set in
      set.advertising.data = [:]
      set.unknown = []
    }
  }

  /// Sets the parameters of a handle. A program can also set data without parameters.
  mutating func configure(_ parameters: AdvertisingParameters?, of handle: UInt32 = 0) {
    let call = call
    change(handle) { set in
      set.advertising.parameters = parameters
      set.advertising.parametersFrom = parameters == nil ? nil : call
    }
  }

  /// Sets the interval of a handle; the other parameters stay.
  mutating func configure(interval units: (UInt64, UInt64), of handle: UInt32 = 0) {
    var parameters =
      sets[handle]?.advertising.parameters ?? AdvertisingParameters(isConnectable: true, isScannable: true)
    parameters.interval = AdvertisingParameters.interval(units)
    configure(parameters, of: handle)
  }

  /// Sets the channels of a handle from a map of them; the other parameters stay.
  mutating func configure(channels map: UInt64, of handle: UInt32 = 0) {
    let parameters =
      sets[handle]?.advertising.parameters ?? AdvertisingParameters(isConnectable: true, isScannable: true)
    configure(parameters.sent(onChannels: map), of: handle)
  }

  /// Starts advertising with the data that are set.
  mutating func start(_ handle: UInt32 = 0) {
    started.insert(stack)
    change(handle) { set in
      set.isStarted = true
      set.isChanged = !set.advertising.data.isEmpty
    }
  }

  /// Stops advertising.
  mutating func stop(_ handle: UInt32 = 0) {
    catchStarted()
    sets[handle]?.isStarted = false
  }

  /// Stops all sets.
  mutating func stopAll() {
    catchStarted()
    for handle in sets.keys { sets[handle]?.isStarted = false }
  }

  /// Catches the current advertising of all sets that are started.
  mutating func catchStarted() {
    for handle in sets.keys.sorted() where sets[handle]?.isStarted ?? false { take(handle) }
  }

  /// Ends the run: catches all data that are set, started or not.
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
