internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The name of a phone, which Android puts into advertisements and no program says.
enum PhoneName {
  /// The most octets of a name that Android sends.
  static let longest = 26
  /// A name that phones of a common series have from their maker.
  static let usual = "Galaxy S23 Ultra"
}

extension SourceLayout {
  /// Returns the layout in the form in which all commands judge it.
  func declared(version: StackBuilder.ChosenVersion) throws(SourceObstacle) -> DeclaredLayout {
    guard hasPhoneName else { return try read(by: version) }
    // The longest name that fits has all octets that a shorter one has.
    for count in (2...PhoneName.longest).reversed() {
      if let layout = try? withPhoneName(count).read(by: version) { return layout.withPhoneName(count, pdu.isExtended) }
    }
    do throws(SourceObstacle) {
      return try withPhoneName(1).read(by: version).withPhoneName(1, pdu.isExtended)
    } catch {
      guard let refusal = error.refusal, let remedy = remedyWithoutPhoneName(version) else { throw error }
      throw SourceObstacle(
        error.line, "with a phone's name of 1 character, \(error.reason)",
        SourceObstacle.Refusal(isCertain: refusal.isCertain, remedy: remedy))
    }
  }

  /// Returns the refusal of a call that has room for some names of a phone but not for a usual one; `nil` when a usual name
  /// fits, or the layout has no name of a phone.
  func refusalOfPhoneName(for version: StackBuilder.ChosenVersion) -> SourceObstacle? {
    let usual = PhoneName.usual
    guard hasPhoneName else { return nil }
    do throws(SourceObstacle) {
      _ = try withPhoneName(usual.utf8.count).read(by: version)
      return nil
    } catch {
      guard error.refusal != nil else { return nil }
      return SourceObstacle(
        error.line,
        "with a phone's name of \(counted(usual.utf8.count, "character")), such as \(usual), \(error.reason)",
        SourceObstacle.Refusal(isCertain: false, remedy: remedyWithoutPhoneName(version)))
    }
  }

  /// Returns the order with which a usual name of a phone is no obstacle; `nil` when the rest has no room either.
  private func remedyWithoutPhoneName(_ version: StackBuilder.ChosenVersion) -> String? {
    var bare = self
    bare.advertising.removePhoneName()
    bare.scanResponse?.removePhoneName()
    guard (try? bare.read(by: version)) != nil else { return nil }
    let order = "leave the phone's name out"
    guard advertising.phoneName != nil, scanResponse?.phoneName == nil else { return order }
    var response = scanResponse ?? RequestedBlock()
    response.addPhoneName(at: place)
    bare.scanResponse = response
    guard (try? bare.withPhoneName(PhoneName.usual.utf8.count).read(by: version)) != nil else {
      return order
    }
    return order
      + ", or move it to the scan response; passive scanners, such as phones in the background, then miss it"
  }

  var hasPhoneName: Bool { advertising.phoneName != nil || scanResponse?.phoneName != nil }

  /// Returns the request with a name of the phone that has a number of octets.
  private func withPhoneName(_ count: Int) -> SourceLayout {
    var named = self
    named.advertising.cutPhoneName(to: count)
    named.scanResponse?.cutPhoneName(to: count)
    return named
  }
}

extension DeclaredLayout {
  /// Returns a layout whose name is that of a phone, of up to a number of octets.
  fileprivate func withPhoneName(_ count: Int, _ isExtended: Bool) -> DeclaredLayout {
    var layout = self
    let name = self.layout.advertising?.decoded.elements.first { $0.type == .completeLocalName }
    guard let name, name.value.octets.count == count else { return layout }
    let limit =
      isExtended
      ? "" : "; with more than \(counted(count, "character")) the call fails with ADVERTISE_FAILED_DATA_TOO_LARGE"
    var variation = Variation()
    for offset in 0..<count {
      variation[name.offset + 2 + offset] = Variation.Octet(.any, mayBeAbsent: offset > 0)
    }
    layout.doubts += variation.doubts(
      in: .advertising,
      .supposed("the name is the phone's own, with \(count > 1 ? "1 to " : "")\(counted(count, "byte"))\(limit)"))
    // The request depends on the phone.
    layout.stackBuild = layout.stackBuild.flatMap { $0.changes.isEmpty ? nil : $0.withoutRequest }
    return layout
  }
}
