public import AdvertManifest
public import AdvertScan

extension ScannerProfile {
  /// A scanner that a manifest describes: its base with what the manifest says, on the user's own word. `nil` when its
  /// base is none of the known profiles.
  public init?(_ declared: DeclaredScanner) {
    guard let base = Self.named(declared.base) else { return nil }
    self.init(id: declared.id, basedOn: base)
    if let name = declared.name { self.name = name }
    if let scan = declared.scan { scanType = Claim(ScanType(scan), .userDefined) }
    if let requirement = declared.requirement {
      self.requirement = Claim(FilterRequirement(requirement), .userDefined)
    }
    if let looks = declared.filtersServiceData {
      serviceFilter = Claim(looks ? [.serviceList, .serviceData] : .serviceList, .userDefined)
    }
    if let delivery = declared.delivery { self.delivery = Claim(Delivery(delivery), .userDefined) }
    if let duplicates = declared.duplicates {
      self.duplicates = Claim(DuplicateHandling(duplicates), .userDefined)
    }
    if let receives = declared.receivesExtended { receivesExtended = Claim(receives, .userDefined) }
    if let reads = declared.readsOverflowArea { readsOverflowArea = Claim(reads, .userDefined) }
  }
}

extension ScanType {
  fileprivate init(_ declared: DeclaredScanner.Scan) {
    switch declared {
    case .active: self = .active
    case .passive: self = .passive
    case .windows(let delay, let period, let length):
      self = .activeWindows(ActiveWindows(delay: delay, period: period, length: length))
    }
  }
}

extension FilterRequirement {
  fileprivate init(_ declared: DeclaredScanner.Requirement) {
    switch declared {
    case .none: self = .none
    case .service: self = .serviceUUID
    case .filter: self = .anyFilter
    }
  }
}

extension Delivery {
  fileprivate init(_ declared: DeclaredScanner.Delivery) {
    switch declared {
    case .merged: self = .merged
    case .lastWins: self = .lastWins
    case .separate: self = .separate
    }
  }
}

extension DuplicateHandling {
  fileprivate init(_ declared: DeclaredScanner.Duplicates) {
    switch declared {
    case .optional: self = .optional
    case .coalesced: self = .alwaysCoalesced
    case .delivered: self = .alwaysDelivered
    }
  }
}
