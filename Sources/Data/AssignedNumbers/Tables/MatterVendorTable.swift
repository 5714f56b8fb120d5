// swift-format-ignore-file

/// The makers of Matter devices, as `Reference/AssignedNumbers.md` says.
enum MatterVendorTable {
  /// Lines of `number name`, sorted by their number.
  @inline(never) static var lines: String {
    #"""
    0001 Panasonic
    100B Signify
    101D Fortune Brands
    1021 Legrand
    102E LG Electronics
    1037 NXP Semiconductors
    1041 STMicroelectronics
    1049 Silicon Labs
    105E Schneider Electric
    1078 ntve home
    1090 Green Energy Options
    109B Leviton
    10D0 Qorvo
    10EE UEI
    10F2 ubisys
    110A Samsung SmartThings
    111D Comcast
    1124 Jasco Products
    1135 dresden elektronik
    115A Nanoleaf
    115F Aqara
    1160 Sengled
    1166 Innr
    1168 Leedarson
    1175 D-Link
    1178 WNC Corporation
    117A Insta GmbH
    117C IKEA of Sweden
    117E Feibit
    1188 TP-Link
    1189 LEDVANCE
    118C Midea
    1195 CommScope
    1206 EME Americas
    1209 Bosch
    120B HEIMAN
    1217 Amazon Alexa
    1219 ORVIBO
    1224 Sunricher
    122D AduroSmart
    1236 Allegion
    1241 Samjin
    1251 Neonlite
    125D Tuya
    1267 ARC Technology
    126E Xiaomi
    1274 Trust International
    127F Nordic Semiconductor
    1280 Siterwell
    1282 SEI
    1285 Hager Group
    1286 CoolKit
    1289 Lidl
    128A Changhong Network
    128F EGLO
    1295 AVM
    129A Delta Dore Rademacher
    129F Level Home
    130A Eve
    130C EVVR
    130D BouffaloLab
    1312 Yeelight
    1316 Realtek
    1319 Mitsubishi Electric US
    131A Resideo
    131B Espressif Systems
    131C HELLA
    131E CAME S.p.A.
    131F Longan.link
    1321 SONOFF
    1327 Mill International
    132E Energetic
    132F Yandex
    1333 Becker Antriebe
    1334 TCL
    1335 Dexatek Technology
    1339 GE Lighting
    133B WAREMA
    133F ASR
    1342 Beken Corporation
    1344 Eltako
    1345 Meross
    1346 Rafael
    1349 Apple Home
    134A Rollease Acmeda
    134B Home Assistant
    134C Simon Holding
    134E tado
    134F mediola
    1351 HooRii Technology
    1352 Häfele
    1356 Lennox
    1358 TPV
    1359 GOQUAL
    135A SIEGENIA
    135D Nuki
    1361 Inovelli
    1362 deveritec
    1365 Connector
    1369 BHtronics
    136C Onewish
    136E Ambi Labs
    1371 Tridonic
    1372 innovation matters
    137B Amazon Basics
    137F NEO
    1381 Amazon Prime Video
    1382 ION INDUSTRIES
    1384 Apple Keychain
    1386 Skylux
    1387 Govee
    1388 Infineon
    138A Nature
    138B ULTRON
    138C Hisense
    138E Twinkly
    1391 Kasa
    1392 Tapo
    1396 AiDot
    1397 SwitchBot
    139B ITIUS
    139C Zemismart
    139E Dyson
    139F RAZER
    1400 Uascent
    1403 Grid Connect
    1404 Phaten
    1405 Ecovacs
    1407 ThirdReality
    1408 VELUX
    140B 70mai
    1410 Quectel
    1411 Freedompro
    1412 SMARTWIZ
    1413 1Home
    1415 Caveman
    1416 Umbra
    1417 Konnected
    1418 Klite
    1419 Lorex
    141B Rang Dong
    141D Secuyou
    141E arre home
    141F Ductech
    1420 EcoFlow
    1421 Kwikset
    1423 Feit Electric
    1426 ELEGRP
    1427 Hama
    1429 Albrecht Jung
    142B LETIANPAI
    142D QIHANG
    142F QIACHIP
    1430 L-TRADE
    1432 ELKO EP
    1433 MOMAX Technology
    1436 SinuxSoft
    1437 ACCEL LAB
    1438 Topstar Lighting
    143D Onvis
    1440 VerLuce
    1441 Snowball
    1442 REHAU
    1443 Goods iQ
    1445 Finesse Decor
    1446 TAKE AS GLOBAL
    1448 LivingStyle
    1449 Lloyd's
    144C TrustAsia
    144D Atios
    144F Yale
    1452 Big Ass Fans
    1455 MagentaHome
    1457 Wistar
    145C Lockly
    145D Hosiden
    145F Good Way Technology
    1460 lipro
    1461 Xinda
    1462 Energy Magic Cube
    1463 Eberle
    1465 Hunter Douglas
    1466 Hemos Lighting
    1468 Anona Security
    146A Intecular
    146D Polyaire
    146E SMART
    146F SmartWings
    1470 HOPERF
    1472 JLM
    1473 Lelight
    1474 Ruomu Zhilian
    1477 Multi IR
    1478 APYNOV
    147A Realwe Innovation
    147B LUMIFLOW
    147C SHENAN YANGGUANG
    147D MS
    147E MIWA LOCK
    147F U-tec
    1480 Roborock
    1481 Shenzhen Xenon Industrial
    1482 Lengceoi
    1483 jhome
    1486 Infibrite
    1488 Flic
    148A Occhio
    148B Samraj
    148D EME
    148E Binthen
    1490 Shelly
    1492 xxter
    1493 NIE-TECH
    1494 Martin Renz
    1495 PACIFIC HOGAR
    1496 InnoPhase IOT
    1497 DMA
    1499 CLIO
    149A Guangdong A-OK
    149B AIGOSTAR
    149C LAUNRAY
    149F Deyi Smart
    14A2 Hugo
    14AD Raex
    1500 SmartWave
    1503 RM
    1504 Hangzhou Mango Network
    1506 SAFEMO
    1507 Bweetech
    1508 Rui Teng
    1509 SmartSetup
    150B Technology Nexus
    150C Nexxt Solutions
    150D Huayu Lian Technology
    150F in-lite
    1511 Saishigao
    1512 Yourlite
    1513 ALPHA
    1514 Chuan Dian
    1516 iRobot
    1517 Huacheng Network
    1519 i3 Engineering
    151A Leviosa Motor Shades
    151B Sunfree Motor
    151C Schoenberger
    151D Dendo Systems
    151E Kudelski IoT
    151F Apporo
    1520 Rachio
    1521 NEWLAB
    1522 Zimi
    1523 Yooksmart
    1524 BofuSmart
    1527 habi
    1528 ntve home
    152A BSH Home Appliances
    152B Kumho
    152C Dreame
    152D Neo Smart Blinds
    1530 Taiwan Fu Hsing
    1531 Solity
    1532 Arpobot
    1533 Anker Innovations
    1534 WAGO
    1536 DomoPlus
    1537 PEARL GmbH
    1538 Beca
    1539 WISeKey
    153B Griesser Group
    153C alre
    153D Amlogic
    153E ART DOM
    153F Brel
    1541 Kärcher
    1542 Lanbon
    1547 MACO
    154A Sciener
    154B SkyAngle
    154C VIZO Technology
    1550 AvatarControls
    1551 Kaijet
    1552 DEWENWILS
    1553 SuperBrightLEDS
    1555 MIUC Technology
    1558 Ai-Thinker
    1559 tink GmbH
    155B MinebeaMitsumi
    155C Feierge
    155E Sandstrom
    1560 SIXWGH
    1562 Renesas Electronics
    1563 StrongKey
    1564 NEXTY ELECTRONICS
    1566 ODELIC
    1567 Haier Technology
    1568 Econet
    1569 Feller
    156A xCREAS
    156B ShinDong-A ES
    156C Motionblinds
    156E BrizLabs
    1571 Eurotronic Technology
    1572 Babai
    1573 SELVE
    1575 Xizhen Electronics
    1576 Enlight
    1578 WINTEC KOREA
    1579 Hinkley
    157A SMARTSPEC
    157C L&S
    157E APICAL
    1582 KEGU
    1583 MAMABA
    1586 Megaman
    1588 Atouch Winwel
    1589 Warmup
    158B Deasino
    158C ZFL SMART
    158E A solution
    158F Bold Smart Lock
    1590 GL.iNet
    1591 ZH Curtain
    1592 MEAN WELL
    1595 Kotonic
    1596 Sensereo
    1599 Huarui Lock
    159A HAOJAI
    159D wibutler
    159E UIOT
    159F Ltech
    15A1 Delta Dore Rademacher
    15A3 Intermatic
    15A4 Mikrotik
    15A5 Laticrete
    15A7 Hunter Fan
    15A8 LOCKIN
    15AA GLEDOPTO
    15AB Accurate Lock & Hardware
    15AC SWAN Lite
    15AD AnablepSecurity
    15AF Corston
    15B0 JustPlus
    15B1 INSIIDA ELECTRICAL
    15B3 MiBoxer
    15B5 Brighter Lighting
    15BC Lysome
    15BD TBS
    15BE Easfina
    15BF Korrus
    15C0 DIANXIAOKU
    15C2 Kaadas
    15C4 FASTCR
    15C6 Wozart
    15C7 Homewell Technology
    15C8 Maktar
    15C9 Ci Global
    15CC Schüco
    15CE MAKEGOOD
    15CF Globe Electric
    15D0 Vantiva
    15D2 DESJOYAUX
    15D7 Boldr
    15DA JEM
    15DD SG Armaturen
    15DE VoxAura
    15DF Vitrumshade
    15E0 Leaguer MicroElectronics
    15E1 NOVO
    15E3 YCZNWL
    15E7 Fresh Electric
    15E8 Doorma
    15E9 Sukces
    15EE moorgen
    15EF KASTA
    15F2 Viomi
    15F4 Tedee
    15F5 Bouygues Telecom
    15F7 AC Infinity
    15F9 Narwal
    15FE Senscomm
    1605 Remac Smart
    160D SUFN
    160E LLW
    160F POYAL
    1610 Zhuhai Shengchang
    1613 Calex
    1615 Rayrun
    1617 Jianbian
    1618 Matterize Labs
    161D ACME
    161F Fatboy the original
    1624 ZH
    1625 UNITED ELECTRIC
    163F ADT
    6006 Google
    FFF1 test vendor 1
    FFF2 test vendor 2
    FFF3 test vendor 3
    FFF4 test vendor 4
    """#
  }
}
