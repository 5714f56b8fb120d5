internal import AdvertisingData
internal import AssignedNumbers

extension AdvertisedURI: DescribedValue {
  var words: String {
    guard let scheme else { return "URI: \(Words.hex(octets)), which does not start with a UTF-8 character" }
    guard let prefix = URISchemes.prefix(of: scheme) else {
      return "URI of unassigned scheme \(Words.hex(number: scheme, octets: 4)): \(HostileText.quoted(rest))"
    }
    return "URI: \(HostileText.quoted(prefix + rest))"
  }

  func writeFields(to json: inout JSONWriter) {
    let prefix = scheme.flatMap(URISchemes.prefix)
    json.value("scheme", scheme.map { Int($0) })
    json.value("schemeName", prefix)
    json.value("rest", rest)
    json.value("uri", prefix.map { $0 + rest })
  }
}
