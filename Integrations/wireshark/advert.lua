-- Shows in Wireshark what `advert lint` finds: each finding as expert information, with the bytes concerned marked.
--
--   advert lint capture.btsnoop --format jsonl --output found.jsonl
--   ADVERT_FINDINGS=found.jsonl wireshark -X lua_script:advert.lua capture.btsnoop
--
-- Records of advert are frames of Wireshark where both read the file as it is: btsnoop, PacketLogger, pcap and pcapng. Of all
-- else, take the capture that `advert lint --write-pcapng` writes, and the findings of that.

local advert = Proto("advert", "advert lint")
local fields = {
  message = ProtoField.string("advert.finding", "Finding"),
  rule = ProtoField.string("advert.rule", "Rule"),
  fix = ProtoField.string("advert.fix", "Fix"),
  help = ProtoField.string("advert.help", "Help"),
}
advert.fields = { fields.message, fields.rule, fields.fix, fields.help }

local experts = {
  error = ProtoExpert.new("advert.error", "error", expert.group.PROTOCOL, expert.severity.ERROR),
  warning = ProtoExpert.new("advert.warning", "warning", expert.group.PROTOCOL, expert.severity.WARN),
  note = ProtoExpert.new("advert.note", "note", expert.group.PROTOCOL, expert.severity.NOTE),
}
advert.experts = { experts.error, experts.warning, experts.note }

advert.prefs.findings = Pref.string("File of findings", os.getenv("ADVERT_FINDINGS") or "", "What advert lint --format jsonl wrote")

-- What Wireshark takes apart as one block of advertising or scan response data.
local blocks = { Field.new("btcommon.eir_ad.advertising_data") }

-- A line is one object of JSON with keys of advert. Its texts have no surrogates outside of escapes.
local escapes = { n = "\n", t = "\t", r = "\r", b = " ", f = " " }

local function utf8_of(code)
  if code < 0x80 then return string.char(code) end
  if code < 0x800 then return string.char(0xC0 + math.floor(code / 64), 0x80 + code % 64) end
  return string.char(0xE0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
end

local function text_of(line, key)
  local _, at = line:find('"' .. key .. '":"', 1, true)
  if not at then return nil end
  local parts = {}
  at = at + 1
  while at <= #line do
    local plain = line:match('^[^"\\]+', at)
    if plain then
      parts[#parts + 1] = plain
      at = at + #plain
    elseif line:sub(at, at) == '"' then
      break
    elseif line:sub(at + 1, at + 1) == "u" then
      parts[#parts + 1] = utf8_of(tonumber(line:sub(at + 2, at + 5), 16) or 0x3F)
      at = at + 6
    else
      local escaped = line:sub(at + 1, at + 1)
      parts[#parts + 1] = escapes[escaped] or escaped
      at = at + 2
    end
  end
  return table.concat(parts)
end

local function number_of(line, key)
  return tonumber(line:match('"' .. key .. '":(%d+)'))
end

local found, read

local function read_findings(path)
  found, read = {}, path
  local file = path ~= "" and io.open(path)
  if not file then return end
  for line in file:lines() do
    local record, severity = number_of(line, "record"), text_of(line, "severity")
    if record and experts[severity] then
      found[record] = found[record] or {}
      table.insert(found[record], {
        severity = severity,
        message = text_of(line, "message") or "",
        rule = text_of(line, "rule") or "",
        fix = text_of(line, "fix"),
        help = text_of(line, "help"),
        offset = number_of(line, "offset"),
        length = number_of(line, "length"),
      })
    end
  end
  file:close()
end

function advert.dissector(_, packet, tree)
  if read ~= advert.prefs.findings then read_findings(advert.prefs.findings) end
  local here = found[packet.number]
  if not here then return end
  local data = { blocks[1]() }
  for _, finding in ipairs(here) do
    local range
    -- Of several blocks in one packet it is not known here which one is meant.
    local isOne = #data == 1 and finding.offset and (finding.length or 0) > 0
    if isOne and finding.offset + finding.length <= data[1].len then
      range = data[1].source:range(data[1].offset + finding.offset, finding.length)
    end
    local item
    if range then
      item = tree:add(fields.message, range, finding.message)
    else
      item = tree:add(fields.message, finding.message)
    end
    item:add_proto_expert_info(experts[finding.severity], finding.message)
    item:add(fields.rule, finding.rule)
    if finding.fix then item:add(fields.fix, finding.fix) end
    if finding.help then item:add(fields.help, finding.help) end
  end
end

register_postdissector(advert)
