internal import AdvertBuilders

/// The facts about a program that the files beside it state.
package struct SourceProject: Sendable {
  /// The versions in the spelling of the files, by the id of the stack.
  package var versions: [String: String]
  /// Kconfig settings that are texts, by their name without `CONFIG_`, unless another file beside the program
  /// contradicts them.
  package var settings: [String: String]
  /// Kconfig settings that are on or off, by their name with `CONFIG_`; those that are not known are missing.
  package var switches: [String: Bool]
  /// The texts of modules in Python that make bytes, by the name of the module.
  package var modules: [String: String]

  package init(
    versions: [String: String] = [:], settings: [String: String] = [:], switches: [String: Bool] = [:],
    modules: [String: String] = [:]
  ) {
    self.versions = versions
    self.settings = settings
    self.switches = switches
    self.modules = modules
  }

  /// The setting with the device's name.
  static let deviceName = "BT_DEVICE_NAME"

  private static let kconfig = "prj.conf"
  private static let sdkConfiguration = "sdkconfig"

  /// The module of MicroPython's examples that programs import `advertising_payload` from.
  private static let payloadModule = "ble_advertising"

  /// The names of the files that state facts about a program beside them.
  package static let files = SourceVersions.files + [kconfig, sdkConfiguration, payloadModule + ".py"]

  /// Takes the facts of a file, except those that files before it stated.
  ///
  /// - Parameter name: one of ``files``.
  package mutating func take(_ text: String, of name: String) {
    if name == Self.kconfig {
      if settings.isEmpty, let name = SourceVersions.deviceName(inKconfig: text) { settings[Self.deviceName] = name }
      return
    }
    if name == Self.sdkConfiguration {
      if switches.isEmpty { switches = SourceVersions.switches(inSDKConfig: text) }
      return
    }
    if name == Self.payloadModule + ".py" {
      if modules[Self.payloadModule] == nil { modules[Self.payloadModule] = text }
      return
    }
    for (stack, version) in SourceVersions.versions(in: text, of: name) where versions[stack] == nil {
      versions[stack] = version
    }
  }

  /// Returns the stated version of a stack, or its newest; `nil` when the version is not known.
  func version(of stack: StackBuilder) -> StackBuilder.ChosenVersion? {
    if let said = versions[stack.id] { return stack.version(said) }
    return stack.unknownFrom == nil ? stack.newest : nil
  }
}
