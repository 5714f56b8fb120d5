internal import AdvertBuilders
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The names of the scanners, the glossary, and the stacks with the options of programs.
enum Catalogue {
  static var document: String {
    var json = JSONWriter(isIndented: false)
    json.object { json in
      json.array("profiles", ScannerProfile.all) { json, profile in
        json.object { json in
          json.value("id", profile.id)
          json.value("name", profile.name)
        }
      }
      json.array("terms", Glossary.terms) { json, term in
        json.object { json in
          json.value("id", term.id)
          json.array("forms", term.forms) { json, form in json.value(nil, form) }
          json.value("meaning", term.meaning)
        }
      }
      json.array("stacks", StackBuilder.all) { json, stack in
        json.object { json in
          json.value("id", stack.id)
          json.value("name", stack.name)
          json.value("summary", stack.summary)
          json.value("versions", stack.versionWords)
          json.value("needsVersion", stack.unknownFrom != nil)
          json.value("takesScanResponse", stack.takesScanResponse)
          json.array("pdus", stack.pdus) { json, pdu in json.value(nil, pdu.rawValue) }
          json.array("options", stack.options) { json, option in
            json.object { json in
              json.value("word", option.word)
              json.value("call", option.call)
              json.value("summary", option.summary)
            }
          }
        }
      }
    }
    return json.text
  }
}
