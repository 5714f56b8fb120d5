internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// Other addresses that a device with a private address may have used, in words and in JSON.
struct RelativesWords {
  private let relatives: AddressRelatives

  init(_ relatives: AddressRelatives) { self.relatives = relatives }

  /// Behind *its address changes*: the nearest likely address, or how many fit.
  var clause: String {
    if let nearest = relatives.likely.min(by: { $0.gap < $1.gap }) {
      return "; likely the device also used \(nearest.address)"
    }
    return relatives.equallyFitting > 1 ? "; \(relatives.equallyFitting) other addresses fit equally well" : ""
  }

  /// A line each.
  var lines: [String] {
    var lines = relatives.likely.map { one in
      let order = one.isEarlier ? "before" : "after"
      return "likely also \(one.address), \(order) this one: it sent the same data from "
        + "\(TimeOfDay.words(one.times.lowerBound)) to \(TimeOfDay.words(one.times.upperBound)), "
        + "\(Seconds.words(one.gap)) s \(order) the \(one.isEarlier ? "next" : "last") address"
    }
    if relatives.equallyFitting > 1 {
      lines.append(
        "address: it changes, and \(relatives.equallyFitting) others fit equally well as the next or the last")
    }
    return lines
  }

  func write(to json: inout JSONWriter) {
    json.array("likely", relatives.likely) { json, one in
      json.object { json in
        json.value("address", one.address)
        json.value("earlier", one.isEarlier)
        json.value("firstSeen", one.times.lowerBound)
        json.value("lastSeen", one.times.upperBound)
        json.seconds("gap", one.gap)
      }
    }
    json.value("fittingEqually", relatives.equallyFitting)
  }
}
