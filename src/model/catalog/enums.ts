import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const EquipmentAvailability = enumeration('EquipmentAvailability', {
  Available: [1, 'Available'],
  Presale: [2, 'Presale'],
  Discontinued: [3, 'Discontinued'],
  RequireReview: [4, 'Require Review'],
  Deprecated: [5, 'Deprecated'],
})
export type EquipmentAvailability = ValueOf<typeof EquipmentAvailability>

/** Rack accessories. They are regular equipment and appear in lines. */
export const RackAccessory = enumeration('RackAccessory', {
  Shelf: [1, 'Shelf'],
  Vent: [2, 'Vent'],
  Blank: [3, 'Blank'],
  Drawer: [4, 'Drawer'],
  CableManager: [5, 'Cable manager'],
})
export type RackAccessory = ValueOf<typeof RackAccessory>

export const MissingFact = enumeration('MissingFact', {
  price: ['price', 'Price'],
  power: ['power', 'Power'],
  image: ['image', 'Image'],
})

/** Provider of a piece of equipment. FBO: furnished by owner. */
export const ProviderCode = enumeration('ProviderCode', {
  AVV: ['AVV', 'AVV', { longLabel: 'Audio-Visual Vendor' }],
  EC: ['EC', 'EC', { longLabel: 'Electrical Contractor' }],
  LVC: ['LVC', 'LVC', { longLabel: 'Low-Voltage Contractor' }],
  GC: ['GC', 'GC', { longLabel: 'General Contractor' }],
  FV: ['FV', 'FV', { longLabel: 'Furniture Vendor' }],
  FBO: ['FBO', 'FBO', { longLabel: 'Furnished By Owner' }],
  SEC: ['SEC', 'SEC', { longLabel: 'Security Contractor' }],
})
export type ProviderCode = ValueOf<typeof ProviderCode>

/** Installer of a piece of equipment. IBO, installed by owner, corresponds to the provider FBO. */
export const InstallerCode = enumeration('InstallerCode', {
  AVV: ['AVV', 'AVV', { longLabel: 'Audio-Visual Vendor' }],
  EC: ['EC', 'EC', { longLabel: 'Electrical Contractor' }],
  LVC: ['LVC', 'LVC', { longLabel: 'Low-Voltage Contractor' }],
  GC: ['GC', 'GC', { longLabel: 'General Contractor' }],
  FV: ['FV', 'FV', { longLabel: 'Furniture Vendor' }],
  IBO: ['IBO', 'IBO', { longLabel: 'Installed By Owner' }],
  SEC: ['SEC', 'SEC', { longLabel: 'Security Contractor' }],
})
export type InstallerCode = ValueOf<typeof InstallerCode>

export const PowerSpecAvailability = enumeration('PowerSpecAvailability', {
  Optional: [1, 'Optional'],
  Required: [2, 'Required'],
})
export type PowerSpecAvailability = ValueOf<typeof PowerSpecAvailability>

export const PowerSpecType = enumeration('PowerSpecType', {
  AC: [1, 'AC'],
  DC: [2, 'DC'],
  PoE: [3, 'PoE'],
})
export type PowerSpecType = ValueOf<typeof PowerSpecType>

/** Power over Ethernet: watts at the switch and watts at the device. The names are our own. */
export const PoEType = enumeration('PoEType', {
  Type1: [1, 'Type 1, IEEE 802.3af', { sourceWatts: 15.4, deviceWatts: 12.95 }],
  Type2: [2, 'Type 2, IEEE 802.3at (PoE+)', { sourceWatts: 30, deviceWatts: 25.5 }],
  Type3: [3, 'Type 3, IEEE 802.3bt (PoE++)', { sourceWatts: 60, deviceWatts: 51 }],
  Type4: [4, 'Type 4, IEEE 802.3bt (PoE++)', { sourceWatts: 90, deviceWatts: 71.3 }],
})
export type PoEType = ValueOf<typeof PoEType>

/** The specification lists eight values from Wi-Fi 6 down to legacy, which requires 802.11ad between Wi-Fi 5 and 4. */
export const WirelessProtocol = enumeration('WirelessProtocol', {
  WiFi6: [1, 'Wi-Fi 6 (802.11ax)'],
  WiFi5: [2, 'Wi-Fi 5 (802.11ac)'],
  WiGig: [3, 'WiGig (802.11ad)'],
  WiFi4: [4, 'Wi-Fi 4 (802.11n)'],
  WiFi3: [5, 'Wi-Fi 3 (802.11g)'],
  WiFi2: [6, 'Wi-Fi 2 (802.11a)'],
  WiFi1: [7, 'Wi-Fi 1 (802.11b)'],
  Legacy: [8, 'Legacy (802.11)'],
})
export type WirelessProtocol = ValueOf<typeof WirelessProtocol>

/** Interface and speed in megabits. The names are our own. */
export const NetworkPortType = enumeration('NetworkPortType', {
  Base100TX: [1, '100BASE-TX (RJ45)', { interface: 'RJ45', speedMb: 100 }],
  Base100FX: [2, '100BASE-FX (fiber)', { interface: 'Fiber LC', speedMb: 100 }],
  Base1000T: [3, '1000BASE-T (RJ45)', { interface: 'RJ45', speedMb: 1000 }],
  Base1000SX: [4, '1000BASE-SX (SFP)', { interface: 'SFP LC multimode', speedMb: 1000 }],
  Base1000LX: [5, '1000BASE-LX (SFP)', { interface: 'SFP LC singlemode', speedMb: 1000 }],
  Base10GT: [6, '10GBASE-T (RJ45)', { interface: 'RJ45', speedMb: 10000 }],
  Base10GSR: [7, '10GBASE-SR (SFP+)', { interface: 'SFP+ LC multimode', speedMb: 10000 }],
  Base10GLR: [8, '10GBASE-LR (SFP+)', { interface: 'SFP+ LC singlemode', speedMb: 10000 }],
  Base100GSR4: [9, '100GBASE-SR4 (QSFP28)', { interface: 'QSFP28 MPO', speedMb: 100000 }],
  Base100GLR4: [10, '100GBASE-LR4 (QSFP28)', { interface: 'QSFP28 LC singlemode', speedMb: 100000 }],
})
export type NetworkPortType = ValueOf<typeof NetworkPortType>

export const TechnicalDocumentType = enumeration('TechnicalDocumentType', {
  Cutsheet: [1, 'Cutsheet'],
  InstallManual: [2, 'Install Manual'],
  Specs: [3, 'Specs'],
  Drawing: [4, 'Drawing'],
  Model2D: [5, '2D Model'],
  Model3D: [6, '3D Model'],
})
export type TechnicalDocumentType = ValueOf<typeof TechnicalDocumentType>

export const PortDirection = enumeration('PortDirection', {
  Input: [1, 'Input'],
  Output: [2, 'Output'],
})
export type PortDirection = ValueOf<typeof PortDirection>

/** Ports that a new pair creates: inputs on the left of the symbol, outputs on the right. */
export const CreatePortDirection = enumeration('CreatePortDirection', {
  Inputs: [1, 'Inputs', { side: 'left' }],
  Outputs: [2, 'Outputs', { side: 'right' }],
  Both: [3, 'Both'],
})
export type CreatePortDirection = ValueOf<typeof CreatePortDirection>

export const PinStyle = enumeration('PinStyle', {
  None: [1, 'None'],
  Normal: [2, 'Normal'],
})
export type PinStyle = ValueOf<typeof PinStyle>

export const PortMarker = enumeration('PortMarker', {
  None: [1, 'None'],
  Normal: [2, 'Normal'],
})
export type PortMarker = ValueOf<typeof PortMarker>

export const ConnectorGender = enumeration('ConnectorGender', {
  Male: [1, 'Male'],
  Female: [2, 'Female'],
  Hermaphroditic: [3, 'Hermaphroditic'],
})
export type ConnectorGender = ValueOf<typeof ConnectorGender>

export const CableShielding = enumeration('CableShielding', {
  None: [1, 'None'],
  Individual: [2, 'Individual'],
  Mixed: [3, 'Mixed'],
  Overall: [4, 'Overall'],
  STP: [5, 'STP'],
  UTP: [6, 'UTP'],
})
export type CableShielding = ValueOf<typeof CableShielding>

export const CoreScheme = enumeration('CoreScheme', {
  Numbered: [1, 'Numbered'],
  ColorCoded: [2, 'Color Coded'],
})
export type CoreScheme = ValueOf<typeof CoreScheme>

/** Fire ratings of the US electrical code. Bit flags: a cable stores the sum of its ratings. */
export const CableRating = enumeration('CableRating', {
  None: [0, 'None'],
  CMP: [1, 'CMP'],
  CATVP: [2, 'CATVP'],
  CL3P: [4, 'CL3P'],
  CL2P: [8, 'CL2P'],
  CMR: [16, 'CMR'],
  CATVR: [32, 'CATVR'],
  CL3R: [64, 'CL3R'],
  CL2R: [128, 'CL2R'],
  CM: [256, 'CM'],
  CMG: [512, 'CMG'],
  CATV: [1024, 'CATV'],
  CL3: [2048, 'CL3'],
  CL2: [4096, 'CL2'],
  CMX: [8192, 'CMX'],
  CATVX: [16384, 'CATVX'],
  CL3X: [32768, 'CL3X'],
  CL2X: [65536, 'CL2X'],
  CMH: [131072, 'CMH'],
})
export type CableRating = ValueOf<typeof CableRating>

export const Termination = enumeration('Termination', {
  Unterminated: [1, 'Unterminated/Bulk'],
  PreTerminated: [2, 'Pre-Terminated'],
})
export type Termination = ValueOf<typeof Termination>

export const SideTermination = enumeration('SideTermination', {
  Terminated: [1, 'Terminated'],
  BareWire: [2, 'Bare Wire'],
})
export type SideTermination = ValueOf<typeof SideTermination>

export const CableSide = enumeration('CableSide', {
  A: [1, 'A'],
  B: [2, 'B'],
})
export type CableSide = ValueOf<typeof CableSide>

export const CableKind = enumeration('CableKind', {
  Cat5e: [1, 'Cat5e'],
  Cat6: [2, 'Cat6'],
  Cat6A: [3, 'Cat6A'],
  Cat7: [4, 'Cat7'],
  RG6: [5, 'RG-6'],
  OtherCopper: [6, 'Other copper'],
  Fiber: [7, 'Fiber'],
})
export type CableKind = ValueOf<typeof CableKind>

export const LinkType = enumeration('LinkType', {
  Hdmi1080p8Bit: [1, 'HDMI 1080p 8-bit'],
  Hdmi1080p12Bit: [2, 'HDMI 1080p 12-bit'],
  Hdmi4K30: [3, 'HDMI 4K30'],
  Hdmi4K60: [4, 'HDMI 4K60'],
  HDBaseT: [5, 'HDBaseT 4K'],
  SD_SDI: [6, 'SD-SDI'],
  HD_SDI: [7, 'HD-SDI'],
  SDI3G: [8, '3G-SDI'],
  Ethernet: [9, 'Ethernet or Dante'],
  DisplayPort: [10, 'DisplayPort'],
  DVI: [11, 'DVI'],
  USB2: [12, 'USB 2.0'],
  USB3: [13, 'USB 3.0'],
  RS232: [14, 'RS-232 at 19.2 kbaud'],
})
export type LinkType = ValueOf<typeof LinkType>

export const LineStyle = enumeration('LineStyle', {
  solid: ['solid', 'Solid'],
  dashed: ['dashed', 'Dashed'],
  dotted: ['dotted', 'Dotted'],
})
export type LineStyle = ValueOf<typeof LineStyle>
