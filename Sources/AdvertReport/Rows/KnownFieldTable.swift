/// The values of the known formats that can be columns of rows: format, path, type and unit.
///
/// From the samples of the tests, by `make format`. The order is that of the formats, and of the values in them.
enum KnownFieldTable {
  static let lines = """
    altBeacon data string
    altBeacon id string
    altBeacon manufacturerReserved integer
    altBeacon referenceRSSI integer dBm at 1 m
    iBeacon battery number %
    iBeacon data string
    iBeacon humidity number %
    iBeacon jaalee boolean
    iBeacon major integer
    iBeacon measuredPower integer dBm at 1 m
    iBeacon minor integer
    iBeacon temperature number °C
    iBeacon uuid string
    continuity account string
    continuity accountHash string
    continuity action integer
    continuity actionName string
    continuity address string
    continuity addressType integer
    continuity authenticationTag string
    continuity bars integer
    continuity battery string
    continuity batteryCasePercent integer %
    continuity batteryLeftPercent integer %
    continuity batteryRightPercent integer %
    continuity bits integers
    continuity bothInCase boolean
    continuity category integer
    continuity categoryName string
    continuity cellType string
    continuity cellTypeName string
    continuity chargingCase boolean
    continuity chargingLeft boolean
    continuity chargingRight boolean
    continuity clipboard integer
    continuity color integer
    continuity colorName string
    continuity compatibleVersion integer
    continuity confidence integer
    continuity configuration integer
    continuity connectionState integer
    continuity connectionStateName string
    continuity data string
    continuity device string
    continuity deviceClass string
    continuity emailHash string
    continuity encrypted string
    continuity flags string
    continuity globalState integer
    continuity hash string
    continuity hint integer
    continuity keyBits integer
    continuity leftInEar boolean
    continuity lidCounter integer
    continuity lidOpen boolean
    continuity maintained boolean
    continuity major integer
    continuity measuredPower integer
    continuity minor integer
    continuity model integer
    continuity modelName string
    continuity name string
    continuity networkHash string
    continuity paired boolean
    continuity parameters string
    continuity pathType integer
    continuity phoneHash string
    continuity port string
    continuity primaryDevice boolean
    continuity problem boolean
    continuity proximityUUID string
    continuity publicKey string
    continuity random integer
    continuity receivingAirDrop boolean
    continuity rest string
    continuity rightInEar boolean
    continuity secondEmailHash string
    continuity securityType integer
    continuity seed integer
    continuity sequence string
    continuity setupHash string
    continuity signalToNoise integer
    continuity state string
    continuity status integer
    continuity tag string
    continuity type integer
    continuity value string
    continuity version integer
    continuity wifiNotConfigured boolean
    continuity wristConfidence integer
    swiftPair addressOctets string
    swiftPair classOfDevice string
    swiftPair data string
    swiftPair name string
    swiftPair subScenario integer
    connectedDevices address string
    connectedDevices addressIsIdentifier boolean
    connectedDevices data string
    connectedDevices deviceHash string
    connectedDevices deviceName string
    connectedDevices deviceType integer
    connectedDevices flagsAndStatus integer
    connectedDevices name string
    connectedDevices salt string
    connectedDevices sharesWithEveryone boolean
    connectedDevices status strings
    connectedDevices version integer
    connectedDevices versionAndFlags integer
    ruuviTag accelerationMilliG integers mg
    ruuviTag address string
    ruuviTag addressEnd string
    ruuviTag batteryMillivolts integer mV
    ruuviTag carbonDioxide integer ppm
    ruuviTag data string
    ruuviTag format integer
    ruuviTag humidity number %
    ruuviTag luminosityCode integer
    ruuviTag movements integer
    ruuviTag nitrogenOxides integer
    ruuviTag particles number µg/m³
    ruuviTag pressurePascals integer Pa
    ruuviTag sequence integer
    ruuviTag temperature number °C
    ruuviTag txPower integer dBm
    ruuviTag volatileOrganicCompounds integer
    eddystone advertisements integer advertisements
    eddystone batteryMillivolts integer mV
    eddystone check integer
    eddystone data string
    eddystone encoded string
    eddystone encrypted string
    eddystone frame string
    eddystone hashedFlags integer
    eddystone id string
    eddystone instance string
    eddystone namespace string
    eddystone salt integer
    eddystone temperature number °C
    eddystone txPowerAt0m integer dBm at 0 m
    eddystone unwantedTrackingProtection boolean
    eddystone uptimeSeconds number s
    eddystone url string
    fastPair accountKeys integer
    fastPair audioSharing boolean
    fastPair batteryCasePercent integer %
    fastPair batteryLeftPercent integer %
    fastPair batteryRightPercent integer %
    fastPair chargingCase boolean
    fastPair chargingLeft boolean
    fastPair chargingRight boolean
    fastPair connectable boolean
    fastPair data string
    fastPair focusMode boolean
    fastPair header integer
    fastPair model integer
    fastPair name string
    fastPair newFromFactory boolean
    fastPair onHead boolean
    fastPair reconnected boolean
    fastPair rest string
    fastPair state integer
    fastPair type integer
    fastPair version integer
    exposureNotification data string
    exposureNotification encryptedMetadata string
    exposureNotification id string
    btHome acceleration number m/s²
    btHome address string
    btHome battery number %
    btHome batteryLow boolean
    btHome buttonEvent number
    btHome carbonMonoxide boolean
    btHome channel number
    btHome charging boolean
    btHome check string
    btHome ciphertext string
    btHome co2 number ppm
    btHome cold boolean
    btHome conductivity number µS/cm
    btHome connectivity boolean
    btHome count number
    btHome counter integer
    btHome current number A
    btHome data string
    btHome decrypted boolean
    btHome deviceTypeId number
    btHome dewPoint number °C
    btHome dimmerEvent string
    btHome direction number °
    btHome distance number m
    btHome distanceMillimetres number mm
    btHome door boolean
    btHome duration number s
    btHome encrypted boolean
    btHome energy number kWh
    btHome firmwareVersion string
    btHome garageDoor boolean
    btHome gas number m³
    btHome gasDetected boolean
    btHome generic boolean
    btHome heat boolean
    btHome humidity number %
    btHome illuminance number lx
    btHome light boolean
    btHome lightLevel number
    btHome lock boolean
    btHome mass number kg
    btHome massPounds number lb
    btHome moisture number %
    btHome moistureDetected boolean
    btHome motion boolean
    btHome moving boolean
    btHome occupancy boolean
    btHome opening boolean
    btHome packetId number
    btHome plug boolean
    btHome pm10 number µg/m³
    btHome pm25 number µg/m³
    btHome power number W
    btHome powerDetected boolean
    btHome precipitation number mm
    btHome presence boolean
    btHome pressure number hPa
    btHome problem boolean
    btHome rawData string
    btHome rest string
    btHome rotation number °
    btHome rotationalSpeed number rpm
    btHome rotationalSpeedDegreesPerSecond number °/s
    btHome running boolean
    btHome safety boolean
    btHome settingsRevision number
    btHome smoke boolean
    btHome sound boolean
    btHome speed number m/s
    btHome tamper boolean
    btHome temperature number °C
    btHome text string
    btHome triggerBased boolean
    btHome tvoc number µg/m³
    btHome unixTime number s
    btHome uvIndex number
    btHome version integer
    btHome vibration boolean
    btHome voltage number V
    btHome volume number L
    btHome volumeFlowRate number m³/h
    btHome volumeMillilitres number mL
    btHome volumeStorage number L
    btHome water number L
    btHome window boolean
    matter additionalData boolean
    matter advertisementVersion integer
    matter data string
    matter discriminator integer
    matter extendedAnnouncement boolean
    matter opcode integer
    matter product integer
    matter vendor integer
    matter vendorName string
    miBeacon address string
    miBeacon battery number %
    miBeacon batteryLow number
    miBeacon capability integer
    miBeacon check string
    miBeacon ciphertext string
    miBeacon conductivity number µS/cm
    miBeacon consumable number %
    miBeacon counterExtension string
    miBeacon data string
    miBeacon decrypted boolean
    miBeacon encrypted boolean
    miBeacon formaldehyde number mg/m³
    miBeacon frameCounter integer
    miBeacon humidity number %
    miBeacon id integer
    miBeacon illuminance number lx
    miBeacon ioCapability integer
    miBeacon light number
    miBeacon mesh boolean
    miBeacon meshState integer
    miBeacon meshVersion integer
    miBeacon moisture number %
    miBeacon motion number
    miBeacon power number
    miBeacon pressure number
    miBeacon product integer
    miBeacon provisionsByAdvertising boolean
    miBeacon provisionsByGATT boolean
    miBeacon rest string
    miBeacon smoke number
    miBeacon temperature number °C
    miBeacon timeWithPressure number s
    miBeacon timeWithoutMotion number s
    miBeacon timeWithoutPressure number s
    miBeacon value string
    miBeacon version integer
    miBeacon water number
    miBeacon wifiAddressEnd string
    remoteID aircraftType integer
    remoteID aircraftTypeName string
    remoteID areaCeiling number m
    remoteID areaCount integer aircraft
    remoteID areaFloor number m
    remoteID areaRadius integer m
    remoteID authenticationType integer
    remoteID authenticationTypeName string
    remoteID category integer
    remoteID categoryName string
    remoteID class integer
    remoteID className string
    remoteID classification integer
    remoteID classificationType integer
    remoteID classificationTypeName string
    remoteID counter integer
    remoteID data string
    remoteID descriptionType integer
    remoteID descriptionTypeName string
    remoteID direction integer °
    remoteID geodeticAltitude number m
    remoteID height number m above ground or m above take-off
    remoteID heightAboveGround boolean
    remoteID horizontalAccuracy number m across
    remoteID id string
    remoteID idType integer
    remoteID idTypeName string
    remoteID lastPage integer
    remoteID latitude number
    remoteID length integer bytes in all
    remoteID longitude number
    remoteID name string
    remoteID operatorAltitude number m
    remoteID operatorLocationType integer
    remoteID operatorLocationTypeName string
    remoteID pack boolean
    remoteID page integer
    remoteID pressureAccuracy number m in pressure altitude
    remoteID pressureAltitude number m
    remoteID protocolVersion integer
    remoteID secondsAfterHour number s after the hour
    remoteID speed number m/s
    remoteID speedAccuracy number m/s in speed
    remoteID status integer
    remoteID statusName string
    remoteID surplus string
    remoteID text string
    remoteID time string
    remoteID timestamp integer
    remoteID timestampAccuracy number s in time
    remoteID type integer
    remoteID verticalAccuracy number m in altitude
    remoteID verticalSpeed number m/s
    audioAnnouncement announcement string
    audioAnnouncement announcementType integer
    audioAnnouncement assistedListening integer
    audioAnnouncement audioActiveState boolean
    audioAnnouncement broadcastID integer
    audioAnnouncement broadcastName string
    audioAnnouncement contentControlIds integers
    audioAnnouncement data string
    audioAnnouncement encrypted boolean
    audioAnnouncement extendedMetadata string
    audioAnnouncement features integer
    audioAnnouncement highQuality boolean
    audioAnnouncement immediateRendering boolean
    audioAnnouncement language string
    audioAnnouncement metadata string
    audioAnnouncement parentalRating integer
    audioAnnouncement preferredContexts strings
    audioAnnouncement program string
    audioAnnouncement programUri string
    audioAnnouncement rest string
    audioAnnouncement sinkContexts strings
    audioAnnouncement sourceContexts strings
    audioAnnouncement standardQuality boolean
    audioAnnouncement streamingContexts strings
    audioAnnouncement type integer
    audioAnnouncement value string
    audioAnnouncement vendorMetadata string
    basicAudioAnnouncement assistedListening integer
    basicAudioAnnouncement audioActiveState boolean
    basicAudioAnnouncement audioChannels strings
    basicAudioAnnouncement broadcastName string
    basicAudioAnnouncement codec integer
    basicAudioAnnouncement codecName string
    basicAudioAnnouncement company integer
    basicAudioAnnouncement configuration string
    basicAudioAnnouncement contentControlIds integers
    basicAudioAnnouncement data string
    basicAudioAnnouncement extendedMetadata string
    basicAudioAnnouncement frameBlocks integer frame block in an SDU or frame blocks in an SDU
    basicAudioAnnouncement frameDuration number ms
    basicAudioAnnouncement frameLength integer bytes a frame
    basicAudioAnnouncement immediateRendering boolean
    basicAudioAnnouncement index integer
    basicAudioAnnouncement language string
    basicAudioAnnouncement metadata string
    basicAudioAnnouncement parentalRating integer
    basicAudioAnnouncement preferredContexts strings
    basicAudioAnnouncement presentationDelayUs integer µs
    basicAudioAnnouncement program string
    basicAudioAnnouncement programUri string
    basicAudioAnnouncement rest string
    basicAudioAnnouncement samplingFrequency integer Hz
    basicAudioAnnouncement streamingContexts strings
    basicAudioAnnouncement type integer
    basicAudioAnnouncement value string
    basicAudioAnnouncement vendorCodec integer
    basicAudioAnnouncement vendorMetadata string
    audioRoles data string
    audioRoles profile string
    audioRoles roles strings
    meshProvisioning data string
    meshProvisioning oob integer
    meshProvisioning oobSources strings
    meshProvisioning uriHash integer
    meshProvisioning uuid string
    meshProxy data string
    meshProxy id string
    meshProxy identification string
    unwantedTracking data string
    unwantedTracking nearOwner boolean
    unwantedTracking network string
    unwantedTracking networkID integer
    unwantedTracking payload string
    qingping address string
    qingping battery number %
    qingping carbonDioxide number ppm
    qingping coarseParticles number µg/m³
    qingping data string
    qingping humidity number %
    qingping id integer
    qingping illuminance number lx
    qingping light boolean
    qingping model string
    qingping motion boolean
    qingping particles number µg/m³
    qingping pressure number hPa
    qingping product integer
    qingping rest string
    qingping sequence number
    qingping temperature number °C
    qingping value string
    btHomeV1 acceleration number m/s²
    btHomeV1 battery number %
    btHomeV1 batteryLow boolean
    btHomeV1 buttonEvent number
    btHomeV1 carbonMonoxide boolean
    btHomeV1 channel number
    btHomeV1 charging boolean
    btHomeV1 check string
    btHomeV1 ciphertext string
    btHomeV1 co2 number ppm
    btHomeV1 cold boolean
    btHomeV1 conductivity number µS/cm
    btHomeV1 connectivity boolean
    btHomeV1 count number
    btHomeV1 counter integer
    btHomeV1 current number A
    btHomeV1 decrypted boolean
    btHomeV1 deviceTypeId number
    btHomeV1 dewPoint number °C
    btHomeV1 dimmerEvent string
    btHomeV1 direction number °
    btHomeV1 distance number m
    btHomeV1 distanceMillimetres number mm
    btHomeV1 door boolean
    btHomeV1 duration number s
    btHomeV1 encrypted boolean
    btHomeV1 energy number kWh
    btHomeV1 firmwareVersion string
    btHomeV1 garageDoor boolean
    btHomeV1 gas number m³
    btHomeV1 gasDetected boolean
    btHomeV1 generic boolean
    btHomeV1 heat boolean
    btHomeV1 humidity number %
    btHomeV1 illuminance number lx
    btHomeV1 light boolean
    btHomeV1 lightLevel number
    btHomeV1 lock boolean
    btHomeV1 mass number kg
    btHomeV1 massPounds number lb
    btHomeV1 moisture number %
    btHomeV1 moistureDetected boolean
    btHomeV1 motion boolean
    btHomeV1 moving boolean
    btHomeV1 occupancy boolean
    btHomeV1 opening boolean
    btHomeV1 packetId number
    btHomeV1 plug boolean
    btHomeV1 pm10 number µg/m³
    btHomeV1 pm25 number µg/m³
    btHomeV1 power number W
    btHomeV1 powerDetected boolean
    btHomeV1 precipitation number mm
    btHomeV1 presence boolean
    btHomeV1 pressure number hPa
    btHomeV1 problem boolean
    btHomeV1 rawData string
    btHomeV1 rest string
    btHomeV1 rotation number °
    btHomeV1 rotationalSpeed number rpm
    btHomeV1 rotationalSpeedDegreesPerSecond number °/s
    btHomeV1 running boolean
    btHomeV1 safety boolean
    btHomeV1 settingsRevision number
    btHomeV1 smoke boolean
    btHomeV1 sound boolean
    btHomeV1 speed number m/s
    btHomeV1 tamper boolean
    btHomeV1 temperature number °C
    btHomeV1 text string
    btHomeV1 tvoc number µg/m³
    btHomeV1 unixTime number s
    btHomeV1 uvIndex number
    btHomeV1 vibration boolean
    btHomeV1 voltage number V
    btHomeV1 volume number L
    btHomeV1 volumeFlowRate number m³/h
    btHomeV1 volumeMillilitres number mL
    btHomeV1 volumeStorage number L
    btHomeV1 water number L
    btHomeV1 window boolean
    characteristic apparentWindDirection number °
    characteristic apparentWindSpeed number m/s
    characteristic batteryLevel number %
    characteristic co2Concentration number ppm
    characteristic dewPoint number °C
    characteristic electricCurrent number A
    characteristic elevation number m
    characteristic energy number kWh
    characteristic gustFactor number
    characteristic heatIndex number °C
    characteristic humidity number %
    characteristic illuminance number lx
    characteristic irradiance number W/m²
    characteristic pollenConcentration number /m³
    characteristic power number W
    characteristic pressure number Pa
    characteristic rainfall number mm
    characteristic temperature number °C
    characteristic transmitPower number dBm
    characteristic uvIndex number
    characteristic voltage number V
    characteristic windChill number °C
    characteristic windDirection number °
    characteristic windSpeed number m/s
    victron acCurrent number A
    victron acInput string
    victron acInputPower number W
    victron acOutputPower number W
    victron acVolts number V
    victron alarm number
    victron alarmLevel string
    victron apparentPower number VA
    victron balancer string
    victron batteryCurrent number A
    victron batteryVolts number V
    victron cell1Volts number V
    victron cell2Volts number V
    victron cell3Volts number V
    victron cell4Volts number V
    victron cell5Volts number V
    victron cell6Volts number V
    victron cell7Volts number V
    victron cell8Volts number V
    victron charge number %
    victron consumedAmpereHours number Ah
    victron decrypted boolean
    victron error number
    victron flags number
    victron inputCurrent number A
    victron inputVolts number V
    victron inputs number
    victron loadCurrent number A
    victron meter string
    victron midpointVolts number V
    victron offReason number
    victron output string
    victron output1Current number A
    victron output1Volts number V
    victron output2Current number A
    victron output2Volts number V
    victron output3Current number A
    victron output3Volts number V
    victron outputCurrent number A
    victron outputVolts number V
    victron remainingMinutes number min
    victron solarPower number W
    victron starterVolts number V
    victron state string
    victron temperature number °C
    victron warning number
    victron yieldToday number Wh
    """
}
