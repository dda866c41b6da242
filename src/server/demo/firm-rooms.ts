import type { InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'

/**
 * One kind of device in a room. Provider and installer are the device's own unless the room says otherwise.
 * Maker and model are those of the demo catalogue; a test finds every one of them there.
 */
export interface DemoPick {
  manufacturer: string
  model: string
  quantity: number
  provider: ProviderCode | null
  installer: InstallerCode | null
  isExisting: boolean
}

export interface DemoAreaGroup {
  name: string
  equipment: DemoPick[]
}

/** What a kind of room gets: a named list of area groups with their equipment. */
export interface DemoRecipe {
  key: string
  name: string
  description: string
  complexity: number
  industryType: number
  areaGroups: DemoAreaGroup[]
}

type Short = [manufacturer: string, model: string, quantity?: number, provider?: ProviderCode, installer?: InstallerCode]

function recipe(
  key: string,
  about: { name: string; description: string; complexity: number; industryType?: number },
  groups: Record<string, Short[]>,
): DemoRecipe {
  return {
    key,
    name: about.name,
    description: about.description,
    complexity: about.complexity,
    industryType: about.industryType ?? 2,
    areaGroups: Object.entries(groups).map(([name, shorts]) => ({
      name,
      equipment: shorts.map(([manufacturer, model, quantity, provider, installer]) => ({
        manufacturer,
        model,
        quantity: quantity ?? 1,
        provider: provider ?? null,
        installer: installer ?? null,
        isExisting: false,
      })),
    })),
  }
}

export const demoRecipes: DemoRecipe[] = [
  recipe(
    'huddle room',
    { name: 'Huddle room', description: 'Four to six seats, one display, a video bar and a panel at the door.', complexity: 1 },
    {
      'Front wall': [
        ['Samsung', 'QM55C'],
        ['Chief', 'MTM1U'],
        ['Chief', 'PAC525', 1, 'EC', 'EC'],
        ['Logitech', 'Rally Bar Huddle'],
      ],
      Table: [
        ['Logitech', 'Tap IP'],
        ['Extron', 'Cable Cubby 1202', 1, 'FV', 'FV'],
        ['Extron', 'USBC Pro/6'],
      ],
      Door: [['Logitech', 'Tap Scheduler']],
    },
  ),
  recipe(
    'conference room',
    { name: 'Conference room', description: 'Eight to fourteen seats, two displays, ceiling microphones and speakers.', complexity: 2 },
    {
      'Front wall': [
        ['Samsung', 'QM75C', 2],
        ['Chief', 'LTM1U', 2],
        ['Chief', 'PAC525', 2, 'EC', 'EC'],
        ['Vaddio', 'RoboSHOT 20 UHD'],
      ],
      Table: [
        ['Crestron', 'TS-1070-B-S'],
        ['Extron', 'Cable Cubby 1202', 2, 'FV', 'FV'],
        ['Legrand Wiremold', 'EFB6S'],
      ],
      Ceiling: [
        ['Shure', 'MXA920W-S'],
        ['QSC', 'AC-C4T', 6],
      ],
      Rack: [
        ['Crestron', 'UC-CX100-T'],
        ['Biamp', 'TesiraFORTÉ X 400'],
        ['QSC', 'SPA2-60'],
        ['NETGEAR', 'M4250-10G2F-PoE+'],
        ['Middle Atlantic', 'PD-915R'],
      ],
      Door: [['Crestron', 'TSS-770']],
    },
  ),
  recipe(
    'boardroom',
    {
      name: 'Boardroom',
      description: 'Sixteen to twenty-four seats, a large LED wall, two cameras, voice lift and a credenza rack.',
      complexity: 4,
    },
    {
      'Front wall': [
        ['LG', 'LAEC015-GN'],
        ['QSC', 'AD-S6T', 2],
        ['Sony', 'SRG-A40', 2],
      ],
      Table: [
        ['Crestron', 'TSW-1070-B-S', 2],
        ['Legrand Wiremold', 'EFB10S', 2],
        ['Extron', 'Cable Cubby 1202', 6, 'FV', 'FV'],
        ['Barco', 'ClickShare CX-50 Gen2'],
      ],
      Ceiling: [
        ['Shure', 'MXA920W-S', 2],
        ['QSC', 'AD-C6T', 10],
      ],
      Credenza: [
        ['Salamander Designs', 'Denver 337'],
        ['Middle Atlantic', 'SRSR-4-14'],
      ],
      Rack: [
        ['QSC', 'Core 110f v2'],
        ['QSC', 'SPA-Q 200-4f'],
        ['Cisco', 'Room Kit EQ'],
        ['Crestron', 'DM-NVX-384', 2],
        ['Crestron', 'DM-NVX-360', 3],
        ['NETGEAR', 'M4250-26G4F-PoE+'],
        ['Middle Atlantic', 'RLNK-915R'],
        ['Crestron', 'CP4N'],
      ],
      Door: [['Crestron', 'TSS-1070-B-S', 2]],
    },
  ),
  recipe(
    'lecture hall',
    {
      name: 'Lecture hall',
      description: 'Up to 260 seats: laser projection, confidence displays, lectern, capture and hearing assistance.',
      complexity: 4,
    },
    {
      'Front wall': [
        ['Samsung', 'QM98T-B', 2],
        ['Chief', 'XTM1U', 2],
        ['Epson', 'EB-PU2220B'],
        ['Epson', 'ELPLM15'],
        ['Draper', 'Access/Series V', 1, 'AVV', 'GC'],
        ['QSC', 'AD-S10T', 2, 'AVV', 'EC'],
      ],
      Lectern: [
        ['Crestron', 'TSW-1070-B-S'],
        ['Dell', 'OptiPlex 7020', 1, 'FBO', 'IBO'],
        ['ELMO', 'MX-P3'],
        ['Marshall Furniture', 'LEX42'],
        ['Shure', 'MX418/C'],
      ],
      Ceiling: [
        ['Shure', 'MXA920W-S', 4],
        ['Extron', 'SF 26CT', 16],
        ['Vaddio', 'RoboSHOT 30E NDI', 2],
        ['Chief', 'VCMU'],
      ],
      Rack: [
        ['QSC', 'Core 110f v2'],
        ['QSC', 'PLD4.5', 2],
        ['Cisco', 'CBS350-48FP-4G'],
        ['Extron', 'SMP 351'],
        ['Crestron', 'CP4N'],
        ['Crestron', 'DM-NVX-360', 6],
        ['Shure', 'ULXD4Q'],
        ['Williams AV', 'WF T5'],
        ['Tripp Lite', 'PDUMH15AT', 2],
        ['Generic', '24-port Copper Patch Panel', 1, 'LVC', 'LVC'],
      ],
    },
  ),
  recipe(
    'lobby signage',
    {
      name: 'Lobby signage',
      description: 'A video wall of four, a directory display and background sound.',
      complexity: 2,
      industryType: 11,
    },
    {
      'Feature wall': [
        ['Samsung', 'VM55B-U', 4],
        ['Chief', 'LVS1U', 4],
        ['BrightSign', 'XC4055'],
      ],
      Directory: [
        ['Samsung', 'QM43C'],
        ['BrightSign', 'HD225'],
        ['Chief', 'MTM1U'],
      ],
      Ceiling: [
        ['JBL', 'Control 26CT', 8],
        ['Extron', 'XPA U 1002-70V'],
      ],
    },
  ),
  recipe(
    'equipment room',
    {
      name: 'Equipment room',
      description: 'Two gangable racks with the building’s processing, network and power.',
      complexity: 3,
      industryType: 6,
    },
    {
      Racks: [
        ['Middle Atlantic', 'BGR-4532', 2],
        ['Middle Atlantic', 'LBP-1A', 2],
      ],
      Rack: [
        ['Generic', '24-port Copper Patch Panel', 2, 'LVC', 'LVC'],
        ['Generic', 'LC-24-port Fiber Patch Panel', 1, 'LVC', 'LVC'],
        ['Cisco', 'CBS350-48FP-4G', 2],
        ['Cisco', 'Catalyst 9200L-24PXG-4X'],
        ['Generic', 'Cable Management Panel 1U', 4],
        ['QSC', 'Core 510i'],
        ['Crestron', 'DM-NVX-DIR-80'],
        ['Crestron', 'CP4'],
        ['APC', 'Smart-UPS SMT1500RM2U', 2],
        ['APC', 'AP7901B', 2],
        ['Middle Atlantic', 'EB1', 6],
        ['Middle Atlantic', 'D2'],
      ],
    },
  ),
  recipe(
    'classroom',
    { name: 'Classroom', description: 'Thirty to sixty seats, one projector, lectern and a ceiling microphone.', complexity: 2 },
    {
      'Front wall': [
        ['Epson', 'EB-PU2010B'],
        ['Chief', 'RPAU'],
        ['Chief', 'CMS440'],
        ['Da-Lite', 'Cosmopolitan Electrol'],
        ['QSC', 'AD-S6T', 2],
      ],
      Lectern: [
        ['Spectrum', 'Freedom One'],
        ['Dell', 'OptiPlex 7020', 1, 'FBO', 'IBO'],
        ['Extron', 'TLP Pro 1025T'],
        ['ELMO', 'MX-P3'],
        ['Extron', 'IN1808'],
        ['Extron', 'DMP 64 Plus C AT'],
        ['Extron', 'XPA U 1002-70V'],
        ['Middle Atlantic', 'PD-915R'],
      ],
      Ceiling: [
        ['Sennheiser', 'TeamConnect Ceiling Medium'],
        ['AVer', 'TR535N'],
        ['Extron', 'SF 26CT', 6],
      ],
    },
  ),
  recipe(
    'seminar room',
    { name: 'Seminar room', description: 'Sixteen to thirty seats with an interactive display and hybrid teaching.', complexity: 2 },
    {
      'Front wall': [
        ['SMART', 'SBID-MX275-V4'],
        ['Samsung', 'QM65C'],
        ['Chief', 'LTM1U'],
        ['Poly', 'Studio X52'],
      ],
      Table: [
        ['Poly', 'TC10'],
        ['FSR', 'FL-500P-4', 2],
      ],
      Ceiling: [
        ['Shure', 'MXA710B-4FT', 2],
        ['QSC', 'AC-C4T', 4],
        ['QSC', 'SPA2-60'],
      ],
    },
  ),
  recipe(
    'teaching lab',
    { name: 'Teaching lab', description: 'Benches with repeater displays fed over the network.', complexity: 3 },
    {
      'Front wall': [
        ['Sony', 'FW-85BZ40L', 2],
        ['Chief', 'XTM1U', 2],
      ],
      Benches: [
        ['Samsung', 'QM43C', 8],
        ['Chief', 'LCM1U', 8],
        ['Crestron', 'DM-NVX-D30', 8],
      ],
      Lectern: [
        ['Crestron', 'TSW-770-B-S'],
        ['Dell', 'OptiPlex 7020', 1, 'FBO', 'IBO'],
        ['WolfVision', 'VZ-8.UHD'],
        ['Crestron', 'DM-NVX-384'],
      ],
      Ceiling: [
        ['Shure', 'MXA920W-R', 2],
        ['QSC', 'AD-P6T', 8],
        ['Panasonic', 'AW-UE100'],
      ],
      Rack: [
        ['QSC', 'Core 8 Flex'],
        ['QSC', 'CX-Q 4K4'],
        ['NETGEAR', 'M4250-40G8XF-PoE+'],
        ['Crestron', 'RMC4'],
        ['Middle Atlantic', 'RLNK-915R'],
      ],
    },
  ),
  recipe(
    'auditorium',
    {
      name: 'Auditorium',
      description: 'Four hundred seats and more: 4K projection, line array, stage boxes and a control booth.',
      complexity: 5,
    },
    {
      Stage: [
        ['L-Acoustics', 'A10 Focus', 8],
        ['Meyer Sound', 'UP-4slim', 4],
        ['JBL', 'Control SB-210', 4],
        ['Lawo', 'A__Stage48', 2],
        ['Stewart Filmscreen', 'WallScreen Deluxe', 1, 'AVV', 'GC'],
      ],
      'Projection booth': [
        ['Christie', '4K10-HS', 2],
        ['Barco', 'PDS-4K'],
        ['ETC', 'Source Four LED Series 3', 24],
        ['ETC', 'ColorSource PAR', 16],
      ],
      'Mix position': [
        ['Lawo', 'mc2 36 MKII xp 32 fader'],
        ['Ross', 'Ultritouch-2'],
        ['Panasonic', 'AW-RP60GJ'],
      ],
      House: [
        ['Panasonic', 'AW-UE100', 4],
        ['Listen Technologies', 'LT-84-01', 4],
        ['JBL', 'Control 26CT', 24],
      ],
      Rack: [
        ['Lawo', 'A__UHD CORE'],
        ['Lawo', 'Power Core Rev3'],
        ['Ross', 'Ultrix FR2'],
        ['L-Acoustics', 'LA4X', 4],
        ['Shure', 'ULXD4Q', 4],
        ['Blackmagic Design', 'Smart Videohub 20x20 12G'],
        ['Epiphan Video', 'Pearl-2'],
        ['Waves', 'SuperRack LiveBox D'],
        ['Cisco', 'Catalyst 9200L-48P-4X', 2],
        ['APC', 'SMT2200RM2UNC', 2],
      ],
    },
  ),
  recipe(
    'rehearsal room',
    { name: 'Rehearsal room', description: 'Playback, recording and a display, all at one wall.', complexity: 2, industryType: 1 },
    {
      'Front wall': [
        ['Meyer Sound', 'ULTRA-X20', 2],
        ['LG', '86UL3J-E'],
        ['Chief', 'XTM1U'],
      ],
      Rack: [
        ['TASCAM', 'SS-R250N'],
        ['Yamaha', 'TF1'],
        ['Denon Professional', 'DN-500BD MKII'],
        ['Furman', 'P-8 PRO C'],
      ],
      Ceiling: [['Audio-Technica', 'ATND1061DAN']],
    },
  ),
  recipe(
    'council chamber',
    {
      name: 'Council chamber',
      description: 'Dais with a microphone at every seat, public displays, cameras and streaming.',
      complexity: 5,
    },
    {
      Dais: [
        ['Shure', 'MX412/C', 12],
        ['Crestron', 'TSW-770-B-S', 2],
        ['Dell', 'Latitude 5450', 12, 'FBO', 'IBO'],
        ['FSR', 'PWB-250', 6],
      ],
      'Front wall': [
        ['Planar', 'UltraRes X 98', 2],
        ['Chief', 'XTM1U', 2],
      ],
      Gallery: [
        ['Sony', 'FW-75BZ40L', 4],
        ['Listen Technologies', 'LT-84-01', 2],
        ['PTZOptics', 'Move 4K 30X', 4],
        ['Bose Professional', 'EdgeMax EM180', 8],
      ],
      Rack: [
        ['Biamp', 'Tesira SERVER-IO AVB'],
        ['Blackmagic Design', 'ATEM Television Studio HD8'],
        ['Epiphan Video', 'Pearl Mini'],
        ['Crown', 'DCi 8-300N'],
        ['Extron', 'DTP CrossPoint 84 4K'],
        ['Crestron', 'CP4N'],
        ['Cisco', 'CBS350-24P-4G'],
        ['SurgeX', 'SX-1120-RT', 2],
        ['Air Products and Controls', 'MR-101/C/R', 1, 'EC', 'EC'],
      ],
    },
  ),
  recipe(
    'trading floor',
    {
      name: 'Trading floor',
      description: 'Ticker wall, perimeter displays and turrets, everything routed over the network.',
      complexity: 5,
    },
    {
      'Ticker wall': [
        ['Samsung', 'VM55B-U', 24],
        ['Chief', 'LVS1U', 24],
        ['tvONE', 'CORIOmaster mini', 2],
      ],
      Perimeter: [
        ['Samsung', 'QM65C', 14],
        ['Chief', 'LCM1U', 14],
        ['Crestron', 'DM-NVX-D30', 14],
      ],
      Desks: [
        ['Yealink', 'T58W', 60],
        ['Shure', 'MX418/C', 2],
      ],
      Ceiling: [
        ['JBL', 'Control 26CT', 32],
        ['Ubiquiti', 'U7 Pro Max', 8],
      ],
      Rack: [
        ['Crestron', 'DM-NVX-E30', 16],
        ['Crestron', 'DM-NVX-DIR-80'],
        ['Contemporary Research', '232-ATSC+ 1', 8],
        ['Mellanox', 'SN2010', 2],
        ['Cisco', 'Catalyst 9200L-48P-4X', 3],
        ['QSC', 'Core 110f v2'],
        ['Crown', 'DCi 4-300N', 2],
        ['APC', 'SMX3000RMLV2U', 3],
      ],
    },
  ),
  recipe(
    'control room',
    {
      name: 'Operations control room',
      description: 'Video wall, operator desks and a redundant routing core, manned day and night.',
      complexity: 5,
    },
    {
      'Video wall': [
        ['Samsung', 'VM55B-U', 18],
        ['Chief', 'LVS1U', 18],
        ['Barco', 'PDS-4K', 2],
      ],
      Desks: [
        ['HP', 'EliteDesk 800 G9 Mini', 10],
        ['Poly', 'Trio C60', 4],
        ['Elgato', 'Stream Deck Network Dock', 4],
      ],
      Rack: [
        ['Ross', 'Ultrix FR5'],
        ['Ross', 'Ultricore BCS'],
        ['Appear', 'X20'],
        ['Aten', 'CL1308', 2],
        ['Tripp Lite', 'B064-032-01-IPG'],
        ['Vertiv', 'ACS8048DAC'],
        ['Ubiquiti', 'Enterprise Network Video Recorder'],
        ['Cisco', 'Catalyst 9200-48P', 2],
        ['APC', 'Smart-UPS SRT 5000VA RM 208V IEC', 2],
        ['APC', 'AP4433', 2],
      ],
    },
  ),
  recipe(
    'simulation room',
    { name: 'Simulation room', description: 'A ward as it is, with hidden cameras and microphones and a debriefing feed.', complexity: 3 },
    {
      Ward: [
        ['Axis Communications', 'P3265-V', 4],
        ['Audio-Technica', 'ES945O', 3],
        ['JBL', 'Control 26CT', 4],
        ['Samsung', 'QM43C', 2],
      ],
      'Observer window': [
        ['Dell', 'OptiPlex 7020', 2, 'FBO', 'IBO'],
        ['QSC', 'TSC-101-G3'],
        ['Canon', 'CR-N300', 2],
      ],
      Rack: [
        ['QSC', 'Core Nano'],
        ['QSC', 'QIO-ML2x2', 2],
        ['LEA Professional', 'CONNECT 704'],
        ['NETGEAR', 'M4250-26G4F-PoE+'],
        ['Middle Atlantic', 'PD-915R'],
      ],
    },
  ),
  recipe(
    'training room',
    { name: 'Training room', description: 'Divisible room for forty with two fronts and wireless microphones.', complexity: 3 },
    {
      'Front wall': [
        ['Panasonic', 'PT-RZ990', 2],
        ['Chief', 'RPAU', 2],
        ['Da-Lite', 'Tensioned Advantage Electrol', 2, 'AVV', 'GC'],
      ],
      Lectern: [
        ['Spectrum', 'Freedom One'],
        ['Crestron', 'TSW-1070-B-S', 2],
        ['Barco', 'ClickShare CX-30 Gen2', 2],
      ],
      Ceiling: [
        ['Sennheiser', 'TeamConnect Ceiling 2', 2],
        ['Bose Professional', 'DesignMax DM5C', 12],
        ['AVer', 'CAM520 Pro3', 2],
      ],
      Rack: [
        ['Symetrix', 'Radius NX 4x4'],
        ['Powersoft', 'Quattrocanali 2404'],
        ['Sennheiser', 'EW-DX EM 4 DANTE'],
        ['Kramer', 'VP-551X', 2],
        ['Crestron', 'CP4'],
        ['Cisco', 'CBS350-24P-4G'],
        ['Middle Atlantic', 'UPS-2200R'],
      ],
    },
  ),
  recipe(
    'gallery',
    {
      name: 'Exhibition gallery',
      description: 'Projection onto the architecture, directional sound and media players in a hidden rack.',
      complexity: 4,
    },
    {
      Ceiling: [
        ['Panasonic', 'PT-MZ20K', 4],
        ['Chief', 'VCMU', 4],
        ['L-Acoustics', 'X8', 8],
        ['ETC', 'ColorSource PAR', 12],
      ],
      Exhibits: [
        ['LG', '75UH5J-H', 6],
        ['BrightSign', 'XT1145', 10],
        ['Raspberry Pi', 'Raspberry Pi 4 Model B', 8],
      ],
      Rack: [
        ['L-Acoustics', 'LA4X', 2],
        ['BSS', 'BLU-100'],
        ['Crestron', 'CP4'],
        ['Cisco', 'CBS350-24T-4X'],
        ['Middle Atlantic', 'RLNK-915R', 2],
      ],
    },
  ),
  recipe(
    'ballroom',
    { name: 'Ballroom', description: 'Divisible by three, with floor boxes, stage and a portable mixer.', complexity: 4 },
    {
      Stage: [
        ['Allen & Heath', 'SQ-5'],
        ['Shure', 'SM58-LC', 6],
        ['Shure', 'SLXD4D', 3],
        ['Christie', 'DWU880-GS', 3],
        ['Da-Lite', 'Tensioned Advantage Electrol', 3, 'AVV', 'GC'],
      ],
      Floor: [['Legrand Wiremold', 'RFB4', 12]],
      Ceiling: [
        ['JBL', 'Control 26CT', 36],
        ['Ubiquiti', 'U7 Pro Max', 6],
      ],
      Rack: [
        ['Biamp', 'TesiraFORTÉ AVB VT', 3],
        ['Crown', 'DCi 8-300N', 2],
        ['Extron', 'DTP CrossPoint 84 4K'],
        ['AMX', 'NX-2200'],
        ['Cisco', 'CBS350-48P-4G'],
        ['SurgeX', 'SX-1120-RT', 2],
      ],
      Walls: [
        ['AMX', 'VARIA-80', 3],
        ['FSR', 'PWB-250', 6],
      ],
    },
  ),
  recipe(
    'courtroom',
    { name: 'Courtroom', description: 'Evidence presentation, recording and remote appearance.', complexity: 4 },
    {
      Bench: [
        ['Shure', 'MX412/C', 3],
        ['Samsung', 'QM43C', 3],
        ['Crestron', 'TSW-1070-B-S'],
      ],
      Tables: [
        ['Shure', 'MX412/C', 4],
        ['WolfVision', 'VZ-8.UHD'],
        ['Extron', 'Cable Cubby 1202', 4, 'FV', 'FV'],
      ],
      'Jury box': [
        ['Samsung', 'QM65C', 2],
        ['Chief', 'LTM1U', 2],
      ],
      Rack: [
        ['Biamp', 'TesiraFORTÉ AVB VT'],
        ['Poly', 'G7500'],
        ['Extron', 'IN1808'],
        ['Extron', 'SMP 351'],
        ['QSC', 'SPA-Q 200-4f'],
        ['Cisco', 'CBS350-24P-4G'],
        ['Middle Atlantic', 'PD-915R'],
      ],
    },
  ),
  recipe(
    'town hall',
    { name: 'Town hall', description: 'Open stair and stage for 300 people with streaming to all offices.', complexity: 5 },
    {
      Stage: [
        ['Barco', 'UDX-4K32'],
        ['Stewart Filmscreen', 'WallScreen Deluxe', 1, 'AVV', 'GC'],
        ['JBL', 'CBT 70J-1', 4],
        ['JBL', 'Control SB-210', 2],
      ],
      Cameras: [
        ['QSC', 'NC-12x80', 3],
        ['Sony', 'SRG-X400', 2],
      ],
      'Mix position': [
        ['Yamaha', 'TF1'],
        ['Blackmagic Design', 'ATEM Television Studio HD8'],
      ],
      Ceiling: [
        ['Shure', 'MXA920W-R', 6],
        ['QSC', 'AD-P6T', 18],
        ['Ubiquiti', 'U7 Pro XG', 4],
      ],
      Rack: [
        ['QSC', 'Core 510i'],
        ['QSC', 'CX-Q 4K4', 3],
        ['QSC', 'NV-32-H', 4],
        ['Shure', 'ULXD4Q', 2],
        ['NETGEAR', 'M4250-40G8XF-PoE+', 2],
        ['Epiphan Video', 'Pearl-2'],
        ['APC', 'SMT2200RM2UNC', 2],
      ],
    },
  ),
  recipe(
    'café',
    { name: 'Café', description: 'Background sound, two menu displays and a guest network.', complexity: 1 },
    {
      Counter: [
        ['Samsung', 'QM55C', 2],
        ['Chief', 'MTM1U', 2],
        ['BrightSign', 'HD225', 2],
      ],
      Ceiling: [
        ['Bose Professional', 'DesignMax DM5C', 8],
        ['Extron', 'XPA U 1002-70V'],
        ['Ubiquiti', 'U6 Professional', 2],
      ],
    },
  ),
  recipe(
    'office floor',
    { name: 'Open office', description: 'Scheduling panels, access points and paging for one floor.', complexity: 2, industryType: 6 },
    {
      Doors: [['Crestron', 'TSS-1070-B-S', 8]],
      Ceiling: [
        ['Ubiquiti', 'U7 Pro Max', 10],
        ['JBL', 'Control 26CT', 20],
      ],
      Closet: [
        ['Cisco', 'CBS350-48FP-4X', 2],
        ['Generic', '48-port Copper Patch Panel', 2, 'LVC', 'LVC'],
        ['Middle Atlantic', 'DWR-18-22'],
        ['APC', 'SMT1000RMI2UC'],
      ],
    },
  ),
]

/** The six templates a newcomer finds; spaces with the same recipe are made from them. */
export const demoSpaceTemplates = [
  'huddle room',
  'conference room',
  'boardroom',
  'lecture hall',
  'lobby signage',
  'equipment room',
] as const

export interface DemoEquipmentGroup {
  name: string
  description: string
  items: DemoPick[]
}

/** Sets that are always ordered together. */
export const demoEquipmentGroups: DemoEquipmentGroup[] = [
  recipe(
    'scheduling',
    { name: 'Scheduling panel kit', description: 'Panel with availability light bar for one door.', complexity: 1 },
    {
      Door: [
        ['Crestron', 'TSS-770'],
        ['Crestron', 'TSW-770-LB'],
      ],
    },
  ),
  recipe(
    'wireless microphones',
    { name: 'Wireless microphone kit, four channels', description: 'Receiver, two handhelds, two bodypacks, charger.', complexity: 1 },
    {
      Rack: [
        ['Shure', 'ULXD4Q'],
        ['Shure', 'ULXD2/SM58', 2],
        ['Shure', 'ULXD1', 2],
        ['Shure', 'SBRC'],
      ],
    },
  ),
  recipe(
    'video wall 3 x 3',
    { name: 'Video wall, three by three', description: 'Nine narrow bezel displays with mounts and processor.', complexity: 1 },
    {
      Wall: [
        ['Samsung', 'VM55B-U', 9],
        ['Chief', 'LVS1U', 9],
        ['tvONE', 'CORIOmaster mini'],
      ],
    },
  ),
  recipe(
    'rack dressing',
    { name: 'Rack dressing', description: 'Lacing bars, blanks, drawer and power for one rack.', complexity: 1 },
    {
      Rack: [
        ['Middle Atlantic', 'LBP-1A'],
        ['Middle Atlantic', 'EB1', 6],
        ['Middle Atlantic', 'EB2', 2],
        ['Middle Atlantic', 'D2'],
        ['Middle Atlantic', 'PD-915R', 2],
      ],
    },
  ),
].map(({ name, description, areaGroups }) => ({
  name,
  description,
  items: areaGroups.flatMap((group) => group.equipment),
}))
