import AdvertReport
import Foundation
import FuzzSupport

/// What must hold for everything that is written, whatever it is about.
public enum ReportCheck {
  /// Text for machines can be read.
  public static func isJSON(_ text: String) {
    demand((try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil, "not JSON: \(text)")
  }

  /// Text for people holds nothing that a terminal would act on.
  public static func isPlain(_ text: String) {
    demand(text.unicodeScalars.allSatisfy { $0 == "\n" || HostileText.isSafe($0) }, "not plain text: \(text)")
  }
}
