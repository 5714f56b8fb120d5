internal import AdvertLint
internal import AdvertManifest
internal import AdvertScan

/// The form of a manifest as JSON Schema (draft 2020-12), for editors. It is made from the tables that the reader uses.
package struct ManifestSchema: Sendable {
  package init() {}

  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.value("title", "Manifest of advert")
      members(of: Manifest.form, to: &json)
      json.object("$defs") { json in
        json.object("rule") { json in words(Rule.all.map { $0.id }, to: &json) }
        json.object("knownProfile") { json in words(ScannerProfile.allVersions.map { $0.id }, to: &json) }
        // A manifest may define its own scanners.
        json.object("profile") { json in
          json.array("anyOf") { json in
            json.object { $0.value("$ref", "#/$defs/knownProfile") }
            json.object { $0.value("$ref", "#/$defs/ownProfile") }
          }
        }
        json.object("ownProfile") { json in
          json.value("type", "string")
          json.value("pattern", ScannerEntry.idPattern)
          json.object("not") { $0.value("$ref", "#/$defs/knownProfile") }
        }
        json.object("level") { json in words(Manifest.levels, to: &json) }
        // Editors read `020106` and `1e10` as numbers; the manifest does not.
        json.object("hex") { json in
          json.array("type", ["string", "number"]) { $0.value(nil, $1) }
          json.value(
            "pattern", #"^([0-9A-Fa-f]{2}(\.\.[0-9A-Fa-f]{2})?|[0-9A-Fa-f?]{2}|0[xX]|\\x|[\s,:;_{}\[\]()"'-])*$"#)
        }
        // The words of placeholders, and doubled braces.
        json.object("pattern") { json in
          json.array("type", ["string", "number", "boolean"]) { $0.value(nil, $1) }
          json.value(
            "pattern",
            "^([^{}]|\\{\\{|\\}\\}|\\{ *([0-9]+ +(to +[0-9]+ +)?)?(\(TextPlaceholders.words.joined(separator: "|"))) *\\})*$"
          )
        }
        json.object("uuid") { json in
          json.array("anyOf") { json in
            json.object { json in
              json.array("type", ["string", "number"]) { $0.value(nil, $1) }
              json.value(
                "pattern", "^(0[xX])?[0-9A-Fa-f](-?[0-9A-Fa-f]){3}((-?[0-9A-Fa-f]){4}((-?[0-9A-Fa-f]){24})?)?$")
            }
            json.object { json in words(ServiceName.ofServices, to: &json) }
            // Also names of companies, and names in another case.
            json.object { json in
              json.value("type", "string")
              json.value("pattern", "[G-Wg-wYyZz ]")
            }
          }
        }
        json.object("company") { json in
          json.array("anyOf") { json in
            json.object { json in
              json.value("type", "integer")
              json.value("minimum", 0)
              json.value("maximum", 0xFFFF)
            }
            json.object { $0.value("type", "string") }
          }
        }
        json.object("address") { json in
          json.array("type", ["string", "number"]) { $0.value(nil, $1) }
          json.value("pattern", "^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$")
        }
        json.object("duration") { json in
          json.value("type", "string")
          json.value("pattern", #"^[0-9]+(\.[0-9]+)? *(us|µs|μs|ms|s|min|h)$"#)
        }
        json.object("fields") { json in
          json.value("type", "object")
          json.object("properties") { json in
            for field in StructuredField.all { property(field.key, field.summary, field.shape, to: &json) }
          }
          json.value("additionalProperties", false)
        }
        json.object("payload") { json in
          json.array("anyOf") { json in
            json.object { $0.value("$ref", "#/$defs/hex") }
            json.object { $0.value("$ref", "#/$defs/fields") }
            json.object { json in
              json.value("type", "array")
              json.object("items") { json in
                json.array("anyOf") { json in
                  json.object { $0.value("$ref", "#/$defs/hex") }
                  json.object { $0.value("$ref", "#/$defs/fields") }
                }
              }
            }
          }
        }
      }
    }
    return json.text
  }

  private func members(of form: ValueShape.Form, to json: inout JSONWriter) {
    json.value("type", "object")
    json.object("properties") { json in
      for key in form.keys { property(key.name, key.summary, key.shape, to: &json) }
    }
    let required = form.keys.filter { $0.isRequired }.map { $0.name }
    if !required.isEmpty { json.array("required", required) { $0.value(nil, $1) } }
    json.value("additionalProperties", false)
  }

  private func property(_ key: String, _ summary: String, _ shape: ValueShape, to json: inout JSONWriter) {
    json.object(key) { json in
      json.value("description", summary)
      members(of: shape, to: &json)
    }
  }

  private func words(_ words: [String], to json: inout JSONWriter) {
    json.array("enum", words) { $0.value(nil, $1) }
  }

  private func members(of shape: ValueShape, to json: inout JSONWriter) {
    switch shape {
    case .text: json.array("type", ["string", "number", "boolean"]) { $0.value(nil, $1) }
    case .pattern: json.value("$ref", "#/$defs/pattern")
    case .words(let words): self.words(words, to: &json)
    case .number(let range):
      json.array("anyOf") { json in
        json.object { json in
          json.value("type", "integer")
          json.value("minimum", range.lowerBound)
          json.value("maximum", range.upperBound)
        }
        json.object { json in
          json.value("type", "string")
          json.value("pattern", "^(-?[0-9]+|0[xX][0-9A-Fa-f]+)$")
        }
      }
    case .hex: json.value("$ref", "#/$defs/hex")
    case .uuid: json.value("$ref", "#/$defs/uuid")
    case .company: json.value("$ref", "#/$defs/company")
    case .address: json.value("$ref", "#/$defs/address")
    case .duration: json.value("$ref", "#/$defs/duration")
    case .rule: json.value("$ref", "#/$defs/rule")
    case .truth: json.value("type", "boolean")
    case .profile: json.value("$ref", "#/$defs/profile")
    case .knownProfile: json.value("$ref", "#/$defs/knownProfile")
    case .stack:
      json.value("type", "string")
      json.value("pattern", StackEntry.pattern)
    case .payload: json.value("$ref", "#/$defs/payload")
    case .form(let form): members(of: form, to: &json)
    case .list(let element): list(of: element, to: &json)
    case .named(let shape):
      json.value("type", "object")
      json.object("additionalProperties") { json in members(of: shape, to: &json) }
    case .scanners:
      json.value("type", "object")
      json.object("propertyNames") { $0.value("$ref", "#/$defs/ownProfile") }
      json.object("additionalProperties") { json in members(of: ScannerEntry.form, to: &json) }
    case .levels:
      json.value("type", "object")
      json.object("propertyNames") { $0.value("$ref", "#/$defs/rule") }
      json.object("additionalProperties") { $0.value("$ref", "#/$defs/level") }
    case .either(let shapes):
      json.array("anyOf", shapes) { json, shape in
        json.object { json in members(of: shape, to: &json) }
      }
    }
  }

  /// Writes a list. A single element may be written without a list unless it is a mapping.
  private func list(of element: ValueShape, to json: inout JSONWriter) {
    func array(_ json: inout JSONWriter) {
      json.value("type", "array")
      json.object("items") { json in members(of: element, to: &json) }
    }
    if case .form = element { return array(&json) }
    json.array("anyOf") { json in
      json.object { json in array(&json) }
      json.object { json in members(of: element, to: &json) }
    }
  }
}
