// swift-format-ignore-file

/// Numbers that earlier lists have and the edition of the other tables has no longer.
enum WithdrawnTable {
  /// Lines of `identifier name`, sorted by their number.
  @inline(never) static var companies: String {
    #"""
    0066 9Solutions Oy
    006D BriarTek, Inc
    007C A & R Cambridge
    00D4 Kawantech
    00E6 Freshtemp
    00F9 StickNFind
    0114 Xensr
    0119 Wize Technology Co., Ltd.
    013F B&B Manufacturing Company
    0185 bel'apps LLC
    018F Fireflies Systems
    01AE Earlens Corporation
    01C0 pironex GmbH
    01C3 Bunch
    01D7 Squadrone Systems Inc.
    01E2 Lectronix, Inc.
    01E7 IPS Group Inc.
    01E8 STIR
    01E9 Sano, Inc.
    01EB AutoMap LLC
    0204 Tapcentive Inc.
    0205 Smartbotics Inc.
    020D Simplo Technology Co., LTD
    0218 Hiotech AB
    022F Huami (Shanghai) Culture Communication CO., LTD
    023C Awarepoint
    0242 16Lab Inc
    0249 Transcranial Ltd
    0260 SensaRx
    0288 Willowbank Electronics Ltd
    028D IF, LLC
    0292 SwiftSensors
    02A1 InventureTrack Systems
    02CC Eijkelkamp Soil & Water
    02F7 DreamVisions co., Ltd.
    02FA CoSTAR TEchnologies
    02FD Uwanna, Inc.
    030E Deviceworx
    0321 Jewelbots
    0322 Compumedics Limited
    0332 Electrocompaniet A.S.
    0348 Arioneo
    034A Vaddio
    034E SafeTrust Inc.
    0367 Saphe International
    0371 ORBCOMM
    0384 OCOSMOS Co., Ltd.
    0394 Netclearance Systems, Inc.
    03A9 THINKERLY SRL
    03AC Smablo LTD
    03F3 Flowscape AB
    0406 Airtago
    0414 Lightning Protection International Pty Ltd
    0415 Uber Technologies Inc
    0418 Alpine Electronics Inc.
    043C DeLaval
    0441 iProtoXi Oy
    0459 Lumenetix, Inc
    045B SPACEEK LTD
    0466 CycleLabs Solutions inc.
    0476 Oxstren Wearable Technologies Private Limited
    0480 Dynometrics Inc.
    0483 Multi Care Systems B.V.
    048B CP Electronics Limited
    0495 LMT Mercer Group, Inc
    04A0 Vypin, LLC
    04A1 PNI Sensor Corporation
    04A9 DISCOVERY SOUND TECHNOLOGY, LLC
    04B0 Weba Sport und Med. Artikel GmbH
    04CC Enflux Inc.
    04E2 EllieGrid
    04E7 REHABTRONICS INC.
    04ED R9 Technology, Inc.
    051B Angee Technologies Ltd.
    0545 Candy Hoover Group s.r.l
    0550 Versa Networks, Inc.
    0565 Beijing Smartspace Technologies Inc.
    0569 Audionics System, INC.
    0579 Ensemble Tech Private Limited
    0580 ARANZ Medical Limited
    05BE RFID Global by Softwork SrL
    05C6 Smart Animal Training Systems, LLC
    05EE Wristcam Inc.
    0604 Cell2Jack LLC
    0623 Philadelphia Scientific (U.K.) Limited
    062A Lunatico Astronomia SL
    0675 Deco Enterprises, Inc.
    067E MbientLab Inc
    068C Changzhou Sound Dragon Electronics and Acoustics Co., Ltd
    068D JetBeep Inc.
    069D Vakaros LLC
    06B3 The Hablab ApS
    06BF Delcom Products Inc.
    06CF Belparts N.V.
    06D3 TriTeq Lock and Security, LLC
    06EE Avantis Systems Limited
    0717 iQsquare BV
    0727 STALKIT AS
    073C Acubit ApS
    0740 HITIQ LIMITED
    074C iopool s.a.
    077B AmaterZ, Inc.
    0787 Pangaea Solution
    07A3 Comcast Cable
    07C1 A.W. Chesterton Company
    0830 Core Health and Fitness LLC
    085F COMPEGPS TEAM,SOCIEDAD LIMITADA
    0885 LEVOLOR INC
    088E GIGA-TMS INC
    08A5 UMEHEAL Ltd
    08C4 CellAssist, LLC
    08D6 Nome Oy
    0920 Omnisense Limited
    0943 Inovonics Corp.
    095A Selekt Bilgisayar, lletisim Urunleri lnsaat Sanayi ve Ticaret Limited Sirketi
    098D C3-WIRELESS, LLC
    09CD Blyott
    09D3 HeartHero, inc.
    09E0 Preddio Technologies Inc.
    0A09 ECCT
    0A2E Zuma Array Limited
    0A3E Hefei Yunlian Semiconductor Co., Ltd
    0A40 GEWISS S.p.A.
    0A5E LaceClips llc
    0A63 Gremsy JSC
    0A66 JUSTMORPH PTE. LTD.
    0A96 Lightricity Ltd
    0A9E LifePlus, Inc.
    0AE0 Viceroy Devices Corporation
    0AE1 ChengDu ForThink Technology Co., Ltd.
    0AE2 IMATRIX SYSTEMS, INC.
    0B04 I-PERCUT
    0B21 ams AG
    0B2A ACL Airshop B.V.
    0B46 Bird Rides, Inc.
    0B59 Versa Group B.V.
    0B5A H.P. Shelby Manufacturing, LLC.
    0B5C Exponential Power, Inc.
    0B6F Shenzhen Malide Technology Co.,Ltd
    0B95 Netwake GmbH
    0B9B GISMAN
    0BBD ETHEORY PTY LTD
    0BD9 Elics Basis Ltd.
    0BE1 Back40 Precision
    0BF4 ER Lab LLC
    0BF9 Alio, Inc
    0C36 Cosmicnode BV
    0C3A Equinosis, LLC
    0C66 DEN Smart Home B.V.
    0C76 Shenzhen Gwell Times Technology Co. , Ltd
    0C7E BOOMING OF THINGS
    0CB8 Shanghai Proxy Network Technology Co., Ltd.
    0CBE Missing Company ID from Bluetooth SIG Assigned Numbers
    0CDE RESPONSE TECHNOLOGIES, LTD.
    0CF2 BestSens AG
    0CFD Wuhan Woncan Construction Technologies Co., Ltd.
    0D11 Great Dane LLC
    0D4C IotGizmo Corporation
    0D5C Pison Technology, Inc.
    0D88 Geocene Inc.
    0D94 Shrooly Inc
    0DAD linktop
    0DD8 Granchip IoT Technology (Guangzhou) Co.,Ltd
    0E0A PRINT INTERNATIONAL LIMITED
    0E0E ALOGIC CORPORATION PTY LTD
    0E6E I.M.LAB Inc
    0EF4 SEMINOLE ELECTRONICS PRIVATE LIMITED
    """#
  }

  /// Lines of `UUID name`, sorted by their number.
  @inline(never) static var uuids: String {
    #"""
    2A0B Exact Time 100
    2A10 Secondary Time Zone
    2A15 Time Broadcast
    2A1A Battery Power State
    2A1B Battery Level State
    2A1F Temperature Celsius
    2A20 Temperature Fahrenheit
    2A2F Position 2D
    2A30 Position 3D
    2A3A Removable
    2A3B Service Required
    2A3C Scientific Temperature Celsius
    2A3D String
    2A3E Network Availability
    2A56 Digital
    2A57 Digital Output
    2A58 Analog
    2A59 Analog Output
    2A62 Pulse Oximetry Control Point
    2A7C Trend
    FD8F Matrix ComSec Pvt. Ltd.
    FDB9 Comcast Cable Corporation
    FDBA Comcast Cable Corporation
    FE37 Spaceek LTD
    FE38 Spaceek LTD
    FEA1 Intrepid Control Systems, Inc.
    FEA2 Intrepid Control Systems, Inc.
    FEDF Design SHIFT
    """#
  }
}
