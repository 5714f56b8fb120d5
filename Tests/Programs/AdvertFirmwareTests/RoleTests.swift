import AdvertFirmware
import Testing

/// Names as public projects have them.
@Suite struct RoleTests {
  @Test(arguments: [
    "ad", "ad_conn", "ad_nonconn", "adv_data", "advertising_data", "raw_adv_data", "advertData", "tbl_advData",
    "ext_adv_pattern_1", "adv_config", "extended_adv_data",
  ])
  func advertising(_ name: String) {
    #expect(PayloadRole(name: name) == .advertising)
  }

  @Test(arguments: [
    "sd", "sd_conn", "scan_rsp", "scan_rsp_data", "raw_scan_rsp_data", "scanRspData", "tbl_scanRsp", "scan_resp_data",
    "scan_rsp_config", "scan_response", "scanResData", "adv_sd",
  ])
  func scanResponse(_ name: String) {
    #expect(PayloadRole(name: name) == .scanResponse)
  }

  @Test(arguments: ["per_adv_data", "periodic_adv_data"]) func periodic(_ name: String) {
    #expect(PayloadRole(name: name) == .periodic)
  }

  /// A name in two entries of the table would make the stack of an array unknown for no reason.
  @Test func eachStackIsOneEntry() {
    #expect(Set(Stack.all.map(\.id)).count == Stack.all.count)
    let functions = Stack.all.flatMap(\.functions)
    #expect(Set(functions).count == functions.count)
  }
}
