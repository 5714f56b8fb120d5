import AdvertBuilders
import AdvertSources
import Testing

/// Programs that give a call parameters that the library, the host or the controller refuses.
@Suite struct ParameterRefusalTests {
  /// A refusal in a program; `nil` of a case when all is accepted.
  private struct Refused {
    let isCertain: Bool
    let words: String

    init(_ isCertain: Bool, _ words: String) {
      self.isCertain = isCertain
      self.words = words
    }
  }

  /// Expects one refusal, or none. What is certainly refused has no layout, and everything else is read all the same.
  private func expect(
    _ text: String, _ language: ProgramReader.Language, _ refused: Refused?, line: Int? = nil,
    project: SourceProject = SourceProject(), location: SourceLocation = #_sourceLocation
  ) {
    let program = ProgramReader(text, language: language, project: project)
    let found = program.unread
    #expect(
      program.layouts.count == (refused?.isCertain == true ? 0 : 1), "\(text)\n\(found)", sourceLocation: location)
    #expect(found.count == (refused == nil ? 0 : 1), "\(found)", sourceLocation: location)
    #expect(found.first?.refusal?.isCertain == refused?.isCertain, sourceLocation: location)
    guard let refused, let only = found.first else { return }
    #expect(only.reason.contains(refused.words), "\(only.reason)", sourceLocation: location)
    #expect(only.refusal?.remedy != nil, sourceLocation: location)
    if let line { #expect(only.line == line, sourceLocation: location) }
  }

  // MARK: C

  /// A member that a program leaves out is 0, and NimBLE hands it on beside one that is set.
  @Test func oneIntervalOfNimBLE() {
    func program(_ members: String) -> String {
      """
      void f(void) {
        struct ble_hs_adv_fields fields = { .flags = 6 };
        struct ble_gap_adv_params params = { .conn_mode = 2, .disc_mode = 2\(members) };
        ble_gap_adv_set_fields(&fields);
        ble_gap_adv_start(0, NULL, BLE_HS_FOREVER, &params, NULL, NULL);
      }
      """
    }
    expect(program(""), .c, nil)
    expect(program(", .itvl_min = 0x30"), .c, Refused(false, "itvl_max is 0, below 32"), line: 5)
    expect(program(", .itvl_max = 0x30"), .c, Refused(false, "itvl_min is 0, below 32"), line: 5)
    expect(program(", .itvl_max = any"), .c, nil)
  }
}
