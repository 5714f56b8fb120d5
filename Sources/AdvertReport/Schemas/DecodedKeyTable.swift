/// The places in `decoded` of an AD structure, with the types of their values.
///
/// From the samples of the tests, by `make format`.
enum DecodedKeyTable {
  static let lines = """
    address string
    addressType string
    addresses array
    addresses[] string
    altitude integer null
    authentication string
    baseCRCInit integer
    bigOffsetUnitUs integer
    bigOffsetUs integer
    bits array integer
    bits[] integer
    blocks array
    blocks[] object
    blocks[].data string
    blocks[].flags integer
    blocks[].incomplete boolean
    blocks[].organization integer
    blocks[].reserved integer
    blocks[].role string
    blocks[].state string
    bn integer
    channels array
    channels[] integer
    checksum integer
    ciphertext string
    code string
    commands string
    company integer
    companyName null string
    complete boolean
    dBm integer
    data string
    device string
    east integer
    flags integer
    floor integer null
    following integer
    format integer
    framed boolean
    giv null string
    group integer
    gskd null string
    hash integer
    instant integer
    irc integer
    isoIntervalMs number
    ivIndex integer
    ivUpdate boolean
    ivi integer
    keyRefresh boolean
    kind integer string
    known null object
    known.acCurrent null number
    known.acInput string
    known.acInputPower null number
    known.acOutputPower null number
    known.acVolts null number
    known.accelerationMilliG array
    known.accelerationMilliG[] integer null
    known.additionalData boolean
    known.address null
    known.addressEnd string
    known.addressIsIdentifier boolean
    known.addressOctets string
    known.advertisementVersion integer
    known.advertisements integer
    known.alarmLevel integer string
    known.announcement string
    known.announcementType integer
    known.apparentPower null number
    known.balancer integer string
    known.batteryCurrent null number
    known.batteryMillivolts integer
    known.broadcastID integer
    known.capability integer null
    known.carbonDioxide integer
    known.cell1Volts null number
    known.cell2Volts null number
    known.cell3Volts null number
    known.cell4Volts null number
    known.cell5Volts null number
    known.cell6Volts null number
    known.cell7Volts null number
    known.cell8Volts null number
    known.charge null number
    known.check integer
    known.classOfDevice string
    known.consumedAmpereHours null number
    known.counter integer
    known.counterExtension string
    known.decrypted boolean
    known.deviceHash string
    known.deviceName null string
    known.deviceType integer
    known.discriminator integer
    known.encoded string
    known.encrypted string
    known.encryptedMetadata string
    known.error null number
    known.extendedAnnouncement boolean
    known.features integer
    known.fields array
    known.fields[] object
    known.fields[].accountKeys integer null
    known.fields[].audioSharing boolean
    known.fields[].batteryCasePercent integer null
    known.fields[].batteryLeftPercent integer null
    known.fields[].batteryRightPercent integer null
    known.fields[].chargingCase boolean
    known.fields[].chargingLeft boolean
    known.fields[].chargingRight boolean
    known.fields[].connectable boolean
    known.fields[].data string
    known.fields[].focusMode boolean
    known.fields[].model integer
    known.fields[].name null string
    known.fields[].newFromFactory boolean
    known.fields[].onHead boolean
    known.fields[].reconnected boolean
    known.fields[].state integer
    known.fields[].type integer
    known.flags number
    known.flagsAndStatus integer
    known.format integer
    known.frame string
    known.frameCounter integer
    known.hashedFlags integer null
    known.header integer
    known.highQuality boolean
    known.identification string
    known.inputCurrent null number
    known.inputVolts null number
    known.inputs number
    known.instance string
    known.ioCapability integer null
    known.jaalee boolean
    known.kind string
    known.loadCurrent null number
    known.luminosityCode integer
    known.major integer
    known.manufacturerReserved integer null
    known.measuredPower integer
    known.mesh boolean
    known.meshState integer
    known.meshVersion integer
    known.messages array
    known.messages[] object
    known.messages[].account string
    known.messages[].accountHash string
    known.messages[].action integer
    known.messages[].actionName null string
    known.messages[].address string
    known.messages[].addressType integer
    known.messages[].aircraftType integer
    known.messages[].aircraftTypeName string
    known.messages[].areaCeiling null number
    known.messages[].areaCount integer
    known.messages[].areaFloor null number
    known.messages[].areaRadius integer
    known.messages[].authenticationTag string
    known.messages[].authenticationType integer
    known.messages[].authenticationTypeName null string
    known.messages[].bars integer
    known.messages[].battery integer null string
    known.messages[].batteryCasePercent integer null
    known.messages[].batteryLeftPercent integer null
    known.messages[].batteryRightPercent integer null
    known.messages[].bits array
    known.messages[].bits[] object
    known.messages[].bits[].bit integer
    known.messages[].bits[].candidates array
    known.messages[].bits[].candidates[] string
    known.messages[].bothInCase boolean
    known.messages[].category integer
    known.messages[].categoryName null string
    known.messages[].cellType string
    known.messages[].cellTypeName null string
    known.messages[].chargingCase boolean
    known.messages[].chargingLeft boolean
    known.messages[].chargingRight boolean
    known.messages[].class integer
    known.messages[].className null string
    known.messages[].classification integer
    known.messages[].classificationType integer
    known.messages[].classificationTypeName null string
    known.messages[].clipboard integer
    known.messages[].color integer
    known.messages[].colorName null string
    known.messages[].compatibleVersion integer
    known.messages[].confidence integer
    known.messages[].configuration integer
    known.messages[].connectionState integer
    known.messages[].connectionStateName null string
    known.messages[].data string
    known.messages[].descriptionType integer
    known.messages[].descriptionTypeName null string
    known.messages[].device null string
    known.messages[].deviceClass string
    known.messages[].deviceClassName null
    known.messages[].direction integer null
    known.messages[].emailHash string
    known.messages[].encrypted string
    known.messages[].flags array integer
    known.messages[].flags[] string
    known.messages[].geodeticAltitude null number
    known.messages[].globalState integer
    known.messages[].hash string
    known.messages[].height null number
    known.messages[].heightAboveGround boolean
    known.messages[].hint integer
    known.messages[].horizontalAccuracy null number
    known.messages[].id string
    known.messages[].idType integer
    known.messages[].idTypeName null string
    known.messages[].keyBits integer
    known.messages[].lastPage integer
    known.messages[].latitude null number
    known.messages[].leftInEar boolean
    known.messages[].length integer
    known.messages[].lidCounter integer
    known.messages[].lidOpen boolean null
    known.messages[].longitude null number
    known.messages[].maintained boolean
    known.messages[].major integer
    known.messages[].measuredPower integer
    known.messages[].minor integer
    known.messages[].model integer
    known.messages[].modelName null string
    known.messages[].name null string
    known.messages[].networkHash string
    known.messages[].operatorAltitude null number
    known.messages[].operatorLocationType integer
    known.messages[].operatorLocationTypeName null string
    known.messages[].page integer
    known.messages[].paired boolean
    known.messages[].parameters string
    known.messages[].pathType integer
    known.messages[].phoneHash string
    known.messages[].port string
    known.messages[].pressureAccuracy null number
    known.messages[].pressureAltitude null number
    known.messages[].primaryDevice boolean
    known.messages[].problem boolean
    known.messages[].protocolVersion integer
    known.messages[].proximityUUID string
    known.messages[].publicKey string
    known.messages[].random integer
    known.messages[].receivingAirDrop boolean
    known.messages[].rest string
    known.messages[].rightInEar boolean
    known.messages[].secondEmailHash string
    known.messages[].secondsAfterHour null number
    known.messages[].securityType integer
    known.messages[].seed integer
    known.messages[].sequence string
    known.messages[].setupHash string
    known.messages[].signalToNoise integer
    known.messages[].speed null number
    known.messages[].speedAccuracy null number
    known.messages[].state string
    known.messages[].status integer
    known.messages[].statusName null string
    known.messages[].tag integer string
    known.messages[].text string
    known.messages[].time null string
    known.messages[].timestamp integer
    known.messages[].timestampAccuracy null number
    known.messages[].type integer
    known.messages[].value string
    known.messages[].version integer
    known.messages[].verticalAccuracy null number
    known.messages[].verticalSpeed null number
    known.messages[].wifiNotConfigured boolean
    known.messages[].wristConfidence integer
    known.messages[].wristConfidenceName null
    known.metadata string
    known.metadataEntries array
    known.metadataEntries[] object
    known.metadataEntries[].name null string
    known.metadataEntries[].type integer
    known.metadataEntries[].unit null
    known.metadataEntries[].value array boolean integer string
    known.metadataEntries[].value[] integer string
    known.meter integer string
    known.midpointVolts null number
    known.minor integer
    known.model null
    known.movements integer
    known.namespace string
    known.nearOwner boolean
    known.network null string
    known.networkID integer
    known.objects array
    known.objects[] object
    known.objects[].battery null number
    known.objects[].carbonDioxide number
    known.objects[].coarseParticles number
    known.objects[].humidity null number
    known.objects[].id integer
    known.objects[].illuminance number
    known.objects[].light boolean
    known.objects[].measurements array
    known.objects[].measurements[] object
    known.objects[].measurements[].name string
    known.objects[].measurements[].unit string
    known.objects[].measurements[].value null number
    known.objects[].motion boolean
    known.objects[].name string
    known.objects[].particles number
    known.objects[].pressure number
    known.objects[].sequence number
    known.objects[].temperature null number
    known.objects[].unit null string
    known.objects[].value boolean null number string
    known.offReason number
    known.oob integer
    known.oobSources array
    known.oobSources[] string
    known.opcode integer
    known.output integer string
    known.output1Current null number
    known.output1Volts null number
    known.output2Current null number
    known.output2Volts null number
    known.output3Current null number
    known.output3Volts null number
    known.outputCurrent null number
    known.outputVolts null number
    known.pack boolean
    known.payload string
    known.presentationDelayUs integer
    known.pressurePascals integer
    known.problems array
    known.problems[] string
    known.profile string
    known.provisionsByAdvertising boolean
    known.provisionsByGATT boolean
    known.referenceRSSI integer
    known.remainingMinutes null number
    known.roles array
    known.roles[] string
    known.salt integer string
    known.sequence integer
    known.sharesWithEveryone boolean
    known.sinkContexts array
    known.sinkContexts[] string
    known.solarPower null number
    known.sourceContexts array
    known.sourceContexts[] string
    known.standardQuality boolean
    known.starterVolts null number
    known.status array
    known.status[] string
    known.subScenario integer
    known.subgroups array
    known.subgroups[] object
    known.subgroups[].codec integer
    known.subgroups[].codecName null string
    known.subgroups[].company integer null
    known.subgroups[].configuration string
    known.subgroups[].configurationEntries array
    known.subgroups[].configurationEntries[] object
    known.subgroups[].configurationEntries[].name null string
    known.subgroups[].configurationEntries[].type integer
    known.subgroups[].configurationEntries[].unit null string
    known.subgroups[].configurationEntries[].value array integer number string
    known.subgroups[].configurationEntries[].value[] string
    known.subgroups[].metadata string
    known.subgroups[].metadataEntries array
    known.subgroups[].metadataEntries[] object
    known.subgroups[].metadataEntries[].name null string
    known.subgroups[].metadataEntries[].type integer
    known.subgroups[].metadataEntries[].unit null
    known.subgroups[].metadataEntries[].value array boolean integer string
    known.subgroups[].metadataEntries[].value[] integer string
    known.subgroups[].streams array
    known.subgroups[].streams[] object
    known.subgroups[].streams[].configuration string
    known.subgroups[].streams[].configurationEntries array
    known.subgroups[].streams[].configurationEntries[] object
    known.subgroups[].streams[].configurationEntries[].name null string
    known.subgroups[].streams[].configurationEntries[].type integer
    known.subgroups[].streams[].configurationEntries[].unit null string
    known.subgroups[].streams[].configurationEntries[].value array integer number string
    known.subgroups[].streams[].configurationEntries[].value[] string
    known.subgroups[].streams[].index integer
    known.subgroups[].vendorCodec integer null
    known.surplus string
    known.triggerBased boolean
    known.txPower integer
    known.txPowerAt0m integer
    known.unit null
    known.unverified boolean
    known.unwantedTrackingProtection boolean
    known.uriHash integer null
    known.url null string
    known.uuid string
    known.value null number
    known.vendorName null string
    known.version integer
    known.versionAndFlags integer
    known.warning number
    known.wifiAddressEnd null string
    known.yieldToday null number
    latitude integer
    length integer
    link integer
    local boolean
    locationNameElsewhere boolean
    longitude integer
    majorClass integer
    majorClassName null string
    maximumMs null number
    maximumPDU integer
    maximumSDU integer
    message null string
    mic integer
    minimumMs null number
    minorClass integer
    ms number
    name null string
    names array
    names[] null string
    networkID string
    nid integer
    north integer
    nse integer
    obfuscated string
    oob integer
    oobSources array
    oobSources[] string
    part integer
    pathLossThreshold integer
    payloadCount integer
    pdu string
    phy integer
    phyName null string
    product integer
    provisioningPDU null string
    pto integer
    random boolean integer string
    randomizer integer
    reason integer
    reasonName null string
    reserved integer
    responseAccessAddress integer
    responseSlotDelayMs number
    responseSlotSpacingMs number
    rest string
    scheme integer null
    schemeName null string
    sduIntervalUs integer
    seedAccessAddress integer
    serviceClasses array
    serviceClasses[] string
    streamSpacingUs integer
    streams integer
    subIntervalUs integer
    subeventIntervalMs number
    subevents integer
    transaction integer
    txPowerDBm integer null
    uncertainty integer null
    units integer
    unverified boolean
    uri null string
    uriHash integer null
    usualLength boolean
    uuid string
    uuids array
    uuids[] string
    valid boolean
    value integer string
    vendor integer
    vendorName null string
    vendorSource integer
    version integer
    """
}
