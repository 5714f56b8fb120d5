public import AdvertisingData

/// A filter that a scanner refuses: the program that sets it gets an error instead of devices.
public enum RefusedQuestion: Hashable, Sendable {
  /// A filter for the service.
  case service(BluetoothUUID)
  /// A filter that only manufacturer data of the company that begin with these octets pass.
  case manufacturerData(UInt16, beginning: [UInt8])
  /// A filter for service data of any service.
  case serviceData

  /// Whether a question needs the filter.
  func concerns(_ question: Question) -> Bool {
    switch (self, question) {
    case (.service(let uuid), .service(let asked)): return uuid == asked
    case (.serviceData, .data(let asked)): return asked.kind == .serviceData
    case (.manufacturerData(let company, let beginning), .data(let asked)):
      guard asked.subject == .manufacturer(company), asked.beginning.count >= beginning.count else { return false }
      return beginning.indices.allSatisfy { index in
        asked.beginning[index] == beginning[index] && asked.mask?[index] ?? 0xFF == 0xFF
      }
    default: return false
    }
  }
}

extension RefusedQuestion {
  /// The filters that browsers refuse to pages. No other scanner is known to refuse one.
  static let ofPages: [RefusedQuestion] =
    servicesOfPages.map { .service($0) } + [.manufacturerData(ManufacturerData.apple, beginning: [0x02]), .serviceData]

  fileprivate static let servicesOfPages: [BluetoothUUID] = [
    0x1812, "00001530-1212-EFDE-1523-785FEABCD123", "F000FFC0-0451-4000-B000-000000000000", 0x0006_0000, 0xFFFD, 0xFFF9,
    0xFDE2,
  ]
}

/// The properties of a question for which some scanners make an exception, whatever the device sends.
struct QuestionStanding: Hashable, Sendable {
  private let isAboutMatter: Bool
  private let isAboutApple: Bool
  private let refusal: RefusedQuestion?

  init(_ question: Question) {
    isAboutMatter = question == .service(.matter)
    isAboutApple = question.isAboutApple
    switch question {
    // The question of nearly every device must not take long.
    case .service(let uuid): refusal = RefusedQuestion.servicesOfPages.contains(uuid) ? .service(uuid) : nil
    case .data: refusal = RefusedQuestion.ofPages.first { $0.concerns(question) }
    case .name, .openService, .presence: refusal = nil
    }
  }
}

extension Question {
  /// Whether the question is about manufacturer data of Apple.
  var isAboutApple: Bool { dataQuestion?.subject == .manufacturer(ManufacturerData.apple) }
}
