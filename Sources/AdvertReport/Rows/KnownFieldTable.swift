/// The values of the known formats that can be columns of rows: format, path, type and unit.
///
/// From the samples of the tests, by `make format`. The order is that of the formats, and of the values in them.
enum KnownFieldTable {
  static let lines = """
    govee alarm number °C
    govee alarmAbove number °C
    govee alarmAbove2 number °C
    govee alarmBelow number °C
    govee alarmBelow2 number °C
    govee ambient number °C
    govee battery number %
    govee ciphertext string
    govee fault boolean
    govee humidity number %
    govee iBeacon string
    govee id string
    govee probe string
    govee probes number
    govee temperature number °C
    govee temperature2 number °C
    inkbird address string
    inkbird battery number %
    inkbird carbonDioxide number ppm
    inkbird externalProbe boolean
    inkbird fahrenheit boolean
    inkbird humidity number %
    inkbird temperature number °C
    inkbird temperature2 number °C
    inkbird temperature3 number °C
    inkbird temperature4 number °C
    inkbird temperature5 number °C
    inkbird temperature6 number °C
    inkbird temperatureFahrenheit number °F
    thermoPro battery string
    thermoPro data string
    thermoPro humidity number %
    thermoPro rest string
    thermoPro temperature number °C
    sensorPush humidity number %
    sensorPush temperature number °C
    mopeka accelerationX number
    mopeka accelerationY number
    mopeka address string
    mopeka batteryVolts number V
    mopeka button boolean
    mopeka level number
    mopeka quality number
    mopeka temperature number °C
    thermoBeacon address string
    thermoBeacon batteryMillivolts number mV
    thermoBeacon button boolean
    thermoBeacon highestTemperature number °C
    thermoBeacon humidity number %
    thermoBeacon lowestTemperature number °C
    thermoBeacon temperature number °C
    oria address string
    oria battery number %
    oria batteryVolts number V
    oria data string
    oria humidity number %
    oria rest string
    oria temperature number °C
    iNode battery integer %
    iNode batteryLow boolean
    iNode day number
    iNode light number
    iNode pulses number
    iNode pulsesInMinute number
    iNode pulsesOfDay number
    iNode pulsesPerUnit number
    iNode unit string
    mocreo battery number %
    mocreo humidity number %
    mocreo pressed boolean
    mocreo temperature number °C
    mocreo water boolean
    acconeer battery number %
    acconeer distanceMillimetres number mm
    acconeer motion boolean
    acconeer temperature number °C
    skale weight number g
    xoss battery number %
    xoss heartRate number /min
    moat batteryMillivolts number mV
    moat humidity number %
    moat id string
    moat temperature number °C
    jinou humidity number %
    jinou id string
    jinou temperature number °C
    grundfos mode string
    grundfos pump number
    grundfos sequence number
    grundfos temperature number °C
    tyrePressure address string
    tyrePressure alarm boolean
    tyrePressure battery number %
    tyrePressure pressurePascals number Pa
    tyrePressure temperature number °C
    tyrePressure tyre number
    rapt accelerationX number
    rapt accelerationY number
    rapt accelerationZ number
    rapt address string
    rapt battery number %
    rapt gravityPointsPerDay number points a day
    rapt specificGravity number
    rapt temperature number °C
    switchBotAddress address string
    sidewalk rest string
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
    qingping coarseParticles number µg/m³
    qingping data string
    qingping humidity number %
    qingping id integer
    qingping illuminance number lx
    qingping light boolean
    qingping model string
    qingping motion boolean
    qingping particles number µg/m³
    qingping product integer
    qingping rest string
    qingping sequence number
    qingping temperature number °C
    qingping value string
    btHomeV1 check string
    btHomeV1 ciphertext string
    btHomeV1 counter integer
    btHomeV1 decrypted boolean
    btHomeV1 encrypted boolean
    btHomeV1 humidity string %
    btHomeV1 packetId number
    btHomeV1 rest string
    btHomeV1 temperature string °C
    smartTag agingCounter number
    smartTag battery string
    smartTag data string
    smartTag encrypted boolean
    smartTag privacyID string
    smartTag region integer
    smartTag reserved string
    smartTag rest string
    smartTag signature string
    smartTag state string
    smartTag ultraWideband boolean
    smartTagUnregistered data string
    samsungFind data string
    samsungFind id string
    samsungFind rest string
    samsungFind ultraWideband boolean
    tile data string
    tile id string
    tile rest string
    chipolo data string
    pebblebee data string
    findMyAccessory data string
    switchBot battery number %
    switchBot calibrated boolean
    switchBot data string
    switchBot deviceChain number
    switchBot fahrenheit boolean
    switchBot humidity number %
    switchBot led boolean
    switchBot lightLevel number
    switchBot model string
    switchBot motion boolean
    switchBot moving boolean
    switchBot on boolean
    switchBot position number %
    switchBot rest string
    switchBot senseDistance number
    switchBot switchMode boolean
    switchBot temperature number °C
    thermometerFirmware address string
    thermometerFirmware battery number %
    thermometerFirmware batteryMillivolts number mV
    thermometerFirmware check string
    thermometerFirmware ciphertext string
    thermometerFirmware humidity number %
    thermometerFirmware opening boolean
    thermometerFirmware sequence number
    thermometerFirmware switch boolean
    thermometerFirmware temperature number °C
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
    miScale removed boolean
    miScale stable boolean
    miScale time string
    miScale weight number kg
    miScale weightJin number jin
    miScale weightPounds number lb
    miBodyScale impedance integer Ω
    miBodyScale object boolean
    miBodyScale removed boolean
    miBodyScale stable boolean
    miBodyScale time string
    miBodyScale weight number kg
    miBodyScale weightJin number jin
    miBodyScale weightPounds number lb
    aranet ageSeconds number s
    aranet battery number %
    aranet carbonDioxide number ppm
    aranet doseNanosieverts number nSv
    aranet durationSeconds number s
    aranet firmware string
    aranet humidity number %
    aranet integrations boolean
    aranet measuringIntervalSeconds number s
    aranet pressure number hPa
    aranet radon number Bq/m³
    aranet rateNanosievertsPerHour number nSv/h
    aranet status string
    aranet temperature number °C
    sensirion carbonDioxide number ppm
    sensirion data string
    sensirion device string
    sensirion formaldehyde number ppb
    sensirion humidity number %
    sensirion nitrogenOxides number
    sensirion particles number µg/m³
    sensirion rest string
    sensirion temperature number °C
    sensirion vocTicks number
    sensirion volatileOrganicCompounds number
    oralB brushingSeconds integer s
    oralB mode number
    oralB model string
    oralB pressure string
    oralB sector string
    oralB sectorTimer number
    oralB sectors number
    oralB state string
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
    victron counter number
    victron data string
    victron decrypted boolean
    victron error number
    victron flags number
    victron inputCurrent number A
    victron inputVolts number V
    victron inputs number
    victron keyCheck string
    victron loadCurrent number A
    victron meter string
    victron midpointVolts number V
    victron model integer
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
    victron prefix number
    victron readout string
    victron remainingMinutes number min
    victron rest string
    victron solarPower number W
    victron starterVolts number V
    victron state string
    victron temperature number °C
    victron warning number
    victron yieldToday number Wh
    ruuviAir address string
    ruuviAir batteryMillivolts number mV
    ruuviAir calibrating boolean
    ruuviAir carbonDioxide number ppm
    ruuviAir coarseParticles number µg/m³
    ruuviAir data string
    ruuviAir humidity number %
    ruuviAir illuminance number lx
    ruuviAir movements number
    ruuviAir nitrogenOxides integer
    ruuviAir particles number µg/m³
    ruuviAir particles1 number µg/m³
    ruuviAir particles4 number µg/m³
    ruuviAir pressurePascals number Pa
    ruuviAir rest string
    ruuviAir sequence number
    ruuviAir temperature number °C
    ruuviAir txPower number dBm
    ruuviAir volatileOrganicCompounds integer
    bParasite address string
    bParasite batteryMillivolts number mV
    bParasite humidity number %
    bParasite illuminance number lx
    bParasite moisture number %
    bParasite protocol number
    bParasite sequence number
    bParasite temperature number °C
    blueMaestro battery number %
    blueMaestro data string
    blueMaestro dewPoint number °C
    blueMaestro humidity number %
    blueMaestro logCount number
    blueMaestro loggingIntervalSeconds number s
    blueMaestro mode string
    blueMaestro pressure number hPa
    blueMaestro rest string
    blueMaestro temperature number °C
    michelin batteryVolts number V
    michelin pressure number
    michelin sequence number
    michelin steps number
    michelin temperature number °C
    michelin tyre string
    mikroTik accelerationX number g
    mikroTik accelerationY number g
    mikroTik accelerationZ number g
    mikroTik battery number %
    mikroTik ciphertext string
    mikroTik drop boolean
    mikroTik impact boolean
    mikroTik switch boolean
    mikroTik temperature number °C
    mikroTik tilt boolean
    mikroTik uptimeSeconds number s
    switchBotState address string
    switchBotState data string
    switchBotState fahrenheit boolean
    switchBotState humidity number %
    switchBotState rest string
    switchBotState sequence number
    switchBotState temperature number °C
    ela accelerationX number g
    ela accelerationY number g
    ela accelerationZ number g
    ela battery number %
    ela batteryMillivolts number mV
    ela contact boolean
    ela events number
    ela humidity number %
    ela id string
    ela motion boolean
    ela pressed boolean
    ela temperature number °C
    minew accelerationX number g
    minew accelerationY number g
    minew accelerationZ number g
    minew address string
    minew battery number %
    minew data string
    minew humidity number %
    minew illuminance number lx
    minew light boolean
    minew luminousFlux number lm
    minew magneticFieldX number
    minew magneticFieldY number
    minew magneticFieldZ number
    minew motion boolean
    minew pressure number hPa
    minew rest string
    minew rotationX number °/s
    minew rotationY number °/s
    minew rotationZ number °/s
    minew tampered boolean
    minew temperature number °C
    minew vibration boolean
    minew volatileOrganicCompounds number
    minew water boolean
    smartDry humidity number %
    smartDry shake number
    smartDry state string
    smartDry temperature number °C
    shelly address string
    shelly flags string
    shelly model number
    miBand address string
    miBand heartRate number /min
    miBand rest string
    flowerCare battery number %
    flowerCare conductivity number µS/cm
    flowerCare illuminance number lx
    flowerCare moisture number %
    flowerCare temperature number °C
    laird address string
    laird epochSeconds number s
    laird flags string
    laird networkID number
    laird record string
    laird recordNumber number
    laird value string
    minewConnect accelerationX number g
    minewConnect accelerationY number g
    minewConnect accelerationZ number g
    minewConnect address string
    minewConnect alarm boolean
    minewConnect battery number %
    minewConnect batteryLow boolean
    minewConnect batteryMillivolts number mV
    minewConnect block number
    minewConnect contact boolean
    minewConnect data string
    minewConnect distanceMillimetres number mm
    minewConnect entries number
    minewConnect exits number
    minewConnect firmware string
    minewConnect hardware number
    minewConnect humidity number %
    minewConnect level number %
    minewConnect model string
    minewConnect motion boolean
    minewConnect name string
    minewConnect occupied boolean
    minewConnect open boolean
    minewConnect people number
    minewConnect pressed boolean
    minewConnect pressed2 boolean
    minewConnect product number
    minewConnect rest string
    minewConnect sequence number
    minewConnect tampered boolean
    minewConnect temperature number °C
    minewConnect txPower number dBm
    seeLevel alarm number
    seeLevel battery number %
    seeLevel id string
    seeLevel reading number
    seeLevel sensor string
    seeLevel serial string
    seeLevel total string
    seeLevel volume string
    holyIOT address string
    holyIOT battery number %
    holyIOT humidity number %
    holyIOT pressed boolean
    holyIOT pressurePascals number Pa
    holyIOT side number
    holyIOT temperature number °C
    holyIOT vibration boolean
    hobo level number m
    enOcean a0 boolean
    enOcean a1 boolean
    enOcean b0 boolean
    enOcean b1 boolean
    enOcean data string
    enOcean pressed boolean
    enOcean rest string
    enOcean sequence number
    enOcean signature string
    hormann position number %
    relsib battery number %
    relsib carbonDioxide number ppm
    relsib externalPower boolean
    relsib humidity number %
    relsib temperature number °C
    relsibOther carbonDioxide number ppm
    relsibOther humidity number %
    relsibOther temperature number °C
    otodata level number %
    otodata model number
    otodata serial number
    otodata status number
    efento address string
    efento batteryLow boolean
    efento data string
    efento firmware string
    efento humidity number %
    efento measuringIntervalSeconds integer s
    efento pressure number hPa
    efento sequence number
    efento temperature number °C
    hibouAir carbonDioxide number ppm
    hibouAir coarseParticles number µg/m³
    hibouAir humidity number %
    hibouAir id string
    hibouAir illuminance number lx
    hibouAir nitrogenDioxide number ppm
    hibouAir noise number dB
    hibouAir particles number µg/m³
    hibouAir particles1 number µg/m³
    hibouAir pressure number hPa
    hibouAir temperature number °C
    huami heartRate number /min
    huami impedance number Ω
    huami steps number
    huami weight number kg
    chefIQ ambient number °C
    chefIQ battery number %
    chefIQ probe1 number °C
    chefIQ probe2 number °C
    chefIQ probe3 number °C
    chefIQ temperature number °C
    chefIQ tip number °C
    beeWi battery number %
    beeWi open boolean
    polar heartRate number /min
    feasycom address string
    feasycom battery number %
    feasycom model string
    feasycom plugged boolean
    jaalee address string
    jaalee battery number %
    jaalee humidity number %
    jaalee temperature number °C
    teltonika batteryLow boolean
    teltonika batteryVolts number V
    teltonika data string
    teltonika humidity number %
    teltonika magnet boolean
    teltonika movements number
    teltonika pitch number °
    teltonika roll number °
    teltonika temperature number °C
    blustream acceleration number
    blustream humidity number %
    blustream id string
    blustream temperature number °C
    almendo airQuality number
    almendo carbonDioxide number ppm
    almendo humidity number %
    almendo temperature number °C
    almendo volatileOrganicCompounds number
    mokoBeacon accelerationX number
    mokoBeacon accelerationY number
    mokoBeacon accelerationZ number
    mokoBeacon address string
    mokoBeacon batteryMillivolts number mV
    mokoBeacon humidity number %
    mokoBeacon temperature number °C
    wiliot ciphertext string
    wiliotManufacturer ciphertext string
    nodOn battery number %
    nodOn button number
    nodOn color string
    nodOn id string
    elaMagnet contact boolean
    elaMagnet events number
    alexa classicDiscoverable boolean
    alexa color number
    alexa needsSetup boolean
    alexa pairing boolean
    alexa prefersIAP boolean
    alexa prefersRFCOMM boolean
    alexa product integer
    alexa reserved string
    alexa rest string
    alexa vendor integer
    """
}
