import { CompanyType } from '../../model/companies/enums.ts'
import { ContractStatus, ProposalType } from '../../model/contracts/enums.ts'
import { LeadStatus, ProjectStage, ProjectStatus, ProjectType, TimelineItemType } from '../../model/projects/enums.ts'
import { RackMountType, RackSide, SpaceStatus } from '../../model/spaces/enums.ts'
import { type DemoContract, type PlannedContract, phased, staffed } from './firm-contracts.ts'

export interface DemoAddress {
  addressLine1: string
  city: string
  /** Code of a region where the country has a list of regions, else free text. */
  state: string
  postalCode: string
  country: string
}

export interface DemoRoom {
  number: string
  name: string
  /** Key of a recipe; null is a room without equipment. */
  recipe: string | null
  area: number
  seats: number
  status: SpaceStatus
}

export interface DemoLevel {
  name: string
  shortName: string
  /** Feet above the entrance. */
  elevation: number
  rooms: DemoRoom[]
}

export interface DemoBuilding {
  name: string
  shortName: string
  levels: DemoLevel[]
}

/** A unit of an equipment line in its place; unit 2 of a line of two is unitIndex 2. */
export interface DemoPlacement {
  manufacturer: string
  model: string
  unitIndex: number
  startRU: number
  side: RackSide
}

export interface DemoRack {
  name: string
  /** The room it stands in and whose area group "Rack" it takes. */
  room: string
  enclosure: { manufacturer: string; model: string }
  heightRU: number
  mountType: RackMountType
  placements: DemoPlacement[]
}

/** Days count from the day the demo data are made; negative is the past. */
export interface DemoProject {
  key: string
  name: string
  client: string | null
  type: ProjectType
  stage: ProjectStage
  status: ProjectStatus
  /** Why the project stands where it stands, for the statuses that ask for a reason. */
  reason: string | null
  /** The status it had before it was paused or archived. */
  formerStatus: ProjectStatus | null
  description: string
  address: DemoAddress
  associateConsultant: string
  projectManager: string
  team: string[]
  companies: { company: string; type: CompanyType; role: string }[]
  /** E-mails of contacts of the client and the companies. */
  contacts: { email: string; role: string; isSharedExternally: boolean }[]
  installationFactor: number
  totalArea: number
  createDay: number
  startDay: number
  targetDay: number
  closedDay: number | null
  budget: {
    clientBudget: number
    laborFactor: number
    contingencyPercent: number
    shippingPercent: number
    taxPercent: number
  }
  buildings: DemoBuilding[]
  racks: DemoRack[]
  notes: { title: string; body: string; isPinned: boolean; author: string; day: number }[]
  timeline: { type: TimelineItemType; title: string; day: number; isDone: boolean; assigned: string }[]
  contracts: DemoContract[]
}

export interface DemoLead {
  key: string
  name: string
  client: string | null
  status: LeadStatus
  formerStatus: LeadStatus | null
  reason: string | null
  isArchived: boolean
  description: string
  address: DemoAddress
  associateConsultant: string | null
  expectedRevenue: number
  probabilityPercent: number
  expectedCloseDay: number
  leadSource: string
  createDay: number
}

const { Created, InProgress, Completed, Cancelled, OnHold } = SpaceStatus.of

type ShortRoom = [number: string, name: string, recipe: string | null, area: number, seats: number, status?: SpaceStatus]

const level = (name: string, shortName: string, elevation: number, usual: SpaceStatus, rooms: ShortRoom[]): DemoLevel => ({
  name,
  shortName,
  elevation,
  rooms: rooms.map(([number, roomName, recipe, area, seats, status]) => ({
    number,
    name: roomName,
    recipe,
    area,
    seats,
    status: status ?? usual,
  })),
})

const building = (name: string, shortName: string, levels: DemoLevel[]): DemoBuilding => ({ name, shortName, levels })

const at = (addressLine1: string, city: string, state: string, postalCode: string, country = 'US'): DemoAddress => ({
  addressLine1,
  city,
  state,
  postalCode,
  country,
})

const unit = (manufacturer: string, model: string, startRU: number, unitIndex = 1, side: RackSide = RackSide.of.Front): DemoPlacement => ({
  manufacturer,
  model,
  unitIndex,
  startRU,
  side,
})

const { SystemsIntegrator, GeneralContractor, SubContractor, Architect, EngineeringFirm, Representative } = CompanyType.of
const { Milestone, Deliverable, Meeting, SiteVisit } = TimelineItemType.of
const { Opportunity, Active, Closed, Archived } = ProjectStage.of
const { Approved, PendingApproval, Draft } = ContractStatus.of

type Given = Partial<Omit<DemoProject, 'contracts'>> &
  Pick<
    DemoProject,
    | 'name'
    | 'client'
    | 'stage'
    | 'status'
    | 'description'
    | 'address'
    | 'associateConsultant'
    | 'projectManager'
    | 'team'
    | 'totalArea'
    | 'startDay'
    | 'targetDay'
    | 'buildings'
  > & { clientBudget: number; contracts?: PlannedContract[] }

/** What most projects have in common. */
function project(key: string, { clientBudget, contracts, ...given }: Given): DemoProject {
  const { startDay, targetDay, projectManager, associateConsultant } = given
  const quarter = Math.round((targetDay - startDay) / 4)
  return {
    key,
    type: ProjectType.of.Client,
    reason: null,
    formerStatus: null,
    companies: [],
    contacts: [],
    installationFactor: 0.25,
    createDay: startDay - 35,
    closedDay: null,
    budget: { clientBudget, laborFactor: 0, contingencyPercent: 5, shippingPercent: 2, taxPercent: 0 },
    racks: [],
    notes: [
      {
        title: 'Kick-off',
        body: '<p>Goals, room list and decision makers agreed. Client will send furniture plans within two weeks.</p>',
        isPinned: false,
        author: projectManager,
        day: startDay + 3,
      },
    ],
    timeline: [
      [Meeting, 'Kick-off meeting', startDay + 2, projectManager],
      [Deliverable, 'Basis of design', startDay + quarter, projectManager],
      [SiteVisit, 'Survey of existing conditions', startDay + Math.round(quarter / 2), associateConsultant],
      [Milestone, 'Drawings released', startDay + quarter * 2, projectManager],
      [Milestone, 'Substantial completion', targetDay, associateConsultant],
    ].map(([type, title, day, assigned]) => ({
      type: type as TimelineItemType,
      title: title as string,
      day: day as number,
      isDone: (day as number) < 0,
      assigned: assigned as string,
    })),
    contracts: (contracts ?? []).map((contract) => staffed(contract, given.team)),
    ...given,
  }
}

const active: DemoProject[] = [
  project('science-commons', {
    name: 'Science Commons',
    client: 'northlake',
    type: ProjectType.of.Build,
    stage: Active,
    status: ProjectStatus.of.DesignInProgress,
    description:
      '<p>New teaching and research building with a renovated lecture wing. Hybrid teaching in every room, lecture capture throughout, one network for all audio and video.</p>',
    address: at('1250 Shore Drive', 'Madison', 'WI', '53706'),
    associateConsultant: 'helen.okafor',
    projectManager: 'mara.reyes',
    team: [
      'helen.okafor',
      'mara.reyes',
      'jonas.thiele',
      'tomasz.nowak',
      'priya.raman',
      'asha.kumar',
      'elias.brandt',
      'nadia.voss',
      'luis.serra',
      'hannah.moss',
      'victor.lindqvist',
    ],
    companies: [
      { company: 'northfieldpartners', type: Architect, role: 'Architect of record' },
      { company: 'prairiework', type: GeneralContractor, role: 'Construction manager' },
      { company: 'brightline', type: SubContractor, role: 'Electrical' },
      { company: 'lumenmep', type: EngineeringFirm, role: 'Lighting and mechanical' },
      { company: 'lakeshoremarketing', type: Representative, role: 'Displays and projection' },
    ],
    contacts: [
      { email: 'evelyn.marsh@northlake.example', role: 'Client lead', isSharedExternally: true },
      { email: 'paul.denham@northlake.example', role: 'Capital projects', isSharedExternally: true },
      { email: 'kate.orr@northfieldpartners.example', role: 'Architect', isSharedExternally: false },
    ],
    totalArea: 168_000,
    startDay: -240,
    targetDay: 420,
    clientBudget: 1_700_000,
    buildings: [
      building('Harlan Hall', 'HH', [
        level('Level 1', 'L1', 0, InProgress, [
          ['100', 'Lobby', 'lobby signage', 2400, 0, Completed],
          ['101', 'Café', 'café', 1650, 60],
          ['118', 'Lecture hall 118', 'lecture hall', 2750, 180],
          ['120', 'Classroom 120', 'classroom', 1100, 48],
          ['121', 'Classroom 121', 'classroom', 1100, 48],
          ['122', 'Classroom 122', 'classroom', 1100, 48],
          ['130', 'Huddle room 130', 'huddle room', 140, 5, Completed],
          ['131', 'Huddle room 131', 'huddle room', 140, 5, Completed],
        ]),
        level('Level 2', 'L2', 15, InProgress, [
          ['201', 'Lecture hall 201', 'lecture hall', 3180, 240],
          ['210', 'Seminar room 210', 'seminar room', 620, 24],
          ['211', 'Seminar room 211', 'seminar room', 620, 24],
          ['214', 'AV closet 214', 'equipment room', 180, 0],
          ['220', 'Dean’s conference room', 'conference room', 480, 14, Created],
          ['224', 'Faculty boardroom', 'boardroom', 900, 22, Created],
        ]),
      ]),
      building('Reed Laboratories', 'RL', [
        level('Level 1', 'L1', 0, Created, [
          ['102', 'Teaching lab 102', 'teaching lab', 1900, 32],
          ['104', 'Teaching lab 104', 'teaching lab', 1900, 32],
          ['108', 'Huddle room 108', 'huddle room', 130, 4],
          ['110', 'Lab entrance', 'lobby signage', 900, 0],
          ['114', 'AV closet 114', 'equipment room', 150, 0],
        ]),
        level('Level 2', 'L2', 16, Created, [
          ['202', 'Teaching lab 202', 'teaching lab', 2050, 36],
          ['204', 'Teaching lab 204', 'teaching lab', 2050, 36, OnHold],
          ['206', 'Seminar room 206', 'seminar room', 600, 20],
          ['208', 'Project room 208', 'conference room', 410, 12],
          ['212', 'Huddle room 212', 'huddle room', 130, 4],
          ['216', 'Storage 216', null, 240, 0, Cancelled],
        ]),
      ]),
    ],
    racks: [
      {
        name: 'R-01',
        room: 'AV closet 214',
        enclosure: { manufacturer: 'Middle Atlantic', model: 'BGR-4532' },
        heightRU: 45,
        mountType: RackMountType.of.Floor,
        placements: [
          unit('Generic', '24-port Copper Patch Panel', 45),
          unit('Generic', 'Cable Management Panel 1U', 44),
          unit('Cisco', 'CBS350-48FP-4G', 43),
          unit('Generic', 'Cable Management Panel 1U', 42, 2),
          unit('Generic', '24-port Copper Patch Panel', 41, 2),
          unit('Cisco', 'CBS350-48FP-4G', 40, 2),
          unit('Generic', 'Cable Management Panel 1U', 39, 3),
          unit('Generic', 'LC-24-port Fiber Patch Panel', 38),
          unit('Cisco', 'Catalyst 9200L-24PXG-4X', 37),
          unit('Middle Atlantic', 'EB1', 36),
          unit('QSC', 'Core 510i', 34),
          unit('Middle Atlantic', 'EB1', 33, 2),
          unit('Crestron', 'CP4', 32),
          unit('Middle Atlantic', 'EB1', 31, 3),
          unit('Middle Atlantic', 'D2', 12),
          unit('APC', 'Smart-UPS SMT1500RM2U', 3, 2),
          unit('APC', 'Smart-UPS SMT1500RM2U', 1),
          unit('APC', 'AP7901B', 45, 1, RackSide.of.Rear),
          unit('APC', 'AP7901B', 36, 2, RackSide.of.Rear),
        ],
      },
      {
        name: 'R-02',
        room: 'Lecture hall 201',
        enclosure: { manufacturer: 'Middle Atlantic', model: 'ERK-4425' },
        heightRU: 44,
        mountType: RackMountType.of.Floor,
        placements: [
          unit('Generic', '24-port Copper Patch Panel', 44),
          unit('Cisco', 'CBS350-48FP-4G', 43),
          unit('QSC', 'Core 110f v2', 41),
          unit('Crestron', 'CP4N', 40),
          unit('Extron', 'SMP 351', 39),
          unit('Shure', 'ULXD4Q', 37),
          unit('QSC', 'PLD4.5', 20),
          unit('QSC', 'PLD4.5', 17, 2),
          unit('Tripp Lite', 'PDUMH15AT', 44, 1, RackSide.of.Rear),
        ],
      },
    ],
    notes: [
      {
        title: 'Design standard 4.2',
        body: '<p>Every teaching space follows the university’s standard 4.2: dual displays above 100 seats, capture everywhere, assistive listening for 4 % of seats.</p>',
        isPinned: true,
        author: 'helen.okafor',
        day: -236,
      },
      {
        title: 'PoE budget of lecture hall 201',
        body: '<p>Cameras, microphones and panels exceed the switch. Either a second switch or move the cameras to the closet.</p>',
        isPinned: false,
        author: 'tomasz.nowak',
        day: -12,
      },
    ],
    contracts: [
      {
        name: 'Base design',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.Combined,
        signedDay: -244,
        phases: phased({ startDay: -240, endDay: 420, hours: 5270 }),
        expenses: [
          { category: 0, description: 'Site visits, four persons', day: -180, revenue: 4200, cost: 3650 },
          { category: 1, description: 'Acoustic measurements', day: -120, revenue: 8500, cost: 7200, company: 'quietroom' },
        ],
      },
      {
        name: 'Lecture halls phase 2',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -150,
        phases: phased({ startDay: -140, endDay: 240, hours: 1520, pauseDays: 18 }),
        expenses: [
          { category: 0, description: 'Travel to mock-up', day: -60, revenue: 1900, cost: 1470 },
          { category: 2, description: 'Printing and models', day: -20, revenue: 650, cost: 520 },
        ],
      },
      {
        name: 'Telecom add',
        status: Draft,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.Telecom,
        signedDay: null,
        phases: phased({ startDay: 25, endDay: 190, hours: 500, team: ['omar.haddad', 'luis.serra', 'kwame.mensah'] }),
        expenses: [],
      },
    ],
  }),
  project('basel-labs', {
    name: 'Basel labs and collaboration',
    client: 'haldenpharma',
    stage: Active,
    status: ProjectStatus.of.RFPOut,
    description: '<p>Two laboratory buildings with collaboration floors. Vendor-neutral room standard for all later sites.</p>',
    address: at('Rheinhafenstrasse 44', 'Basel', 'Basel-Stadt', '4057', 'CH'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'luis.serra',
    team: [
      'martin.beaulieu',
      'luis.serra',
      'rafael.dominguez',
      'ben.ashworth',
      'sofia.marchetti',
      'camille.roy',
      'lena.fischer',
      'diego.ibarra',
      'hannah.moss',
    ],
    companies: [
      { company: 'hochundfeld', type: Architect, role: 'Architect' },
      { company: 'rheinmedia', type: SystemsIntegrator, role: 'Bidder' },
      { company: 'meridianintegration', type: SystemsIntegrator, role: 'Bidder' },
      { company: 'helvetiaav', type: Representative, role: 'Audio' },
    ],
    contacts: [
      { email: 'lukas.amstad@haldenpharma.example', role: 'Client lead', isSharedExternally: true },
      { email: 'matthias.hoch@hochundfeld.example', role: 'Architect', isSharedExternally: false },
    ],
    installationFactor: 0.3,
    totalArea: 92_000,
    startDay: -330,
    targetDay: 250,
    clientBudget: 900_000,
    buildings: [
      building('Building 40', 'B40', [
        level('Erdgeschoss', 'EG', 0, Completed, [
          ['0.10', 'Empfang', 'lobby signage', 1800, 0],
          ['0.12', 'Auditorium Rhein', 'lecture hall', 2600, 150],
          ['0.14', 'Cafeteria', 'café', 3100, 140],
          ['0.20', 'Technikraum', 'equipment room', 210, 0],
        ]),
        level('1. Obergeschoss', 'OG1', 14, Completed, [
          ['1.01', 'Collaboration floor', 'office floor', 9800, 90],
          ['1.05', 'Projektraum Aare', 'conference room', 460, 12],
          ['1.06', 'Projektraum Birs', 'conference room', 460, 12],
          ['1.07', 'Fokus 1', 'huddle room', 120, 4],
          ['1.08', 'Fokus 2', 'huddle room', 120, 4],
        ]),
      ]),
      building('Building 42', 'B42', [
        level('Erdgeschoss', 'EG', 0, Completed, [
          ['0.30', 'Labor Einweisung', 'teaching lab', 1500, 20],
          ['0.31', 'Seminarraum Ergolz', 'seminar room', 640, 24],
        ]),
        level('1. Obergeschoss', 'OG1', 14, Completed, [
          ['1.30', 'Direktion', 'boardroom', 880, 20],
          ['1.32', 'Projektraum Wiese', 'conference room', 430, 10],
          ['1.33', 'Fokus 3', 'huddle room', 120, 4],
          ['1.34', 'Fokus 4', 'huddle room', 120, 4, Cancelled],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Design and tender',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -336,
        phases: phased({ startDay: -330, endDay: 250, hours: 2940 }),
        expenses: [{ category: 0, description: 'Flights and hotel, tender interviews', day: -25, revenue: 6100, cost: 5480 }],
      },
    ],
  }),
  project('performing-arts', {
    name: 'Performing arts center',
    client: 'westbrook',
    type: ProjectType.of.Overall,
    stage: Active,
    status: ProjectStatus.of.DesignInProgress,
    description: '<p>Concert hall, black box and rehearsal wing. Broadcast-grade audio network, house production and streaming.</p>',
    address: at('90 College Hill', 'Burlington', 'VT', '05401'),
    associateConsultant: 'helen.okafor',
    projectManager: 'claire.whitfield',
    team: [
      'helen.okafor',
      'claire.whitfield',
      'mara.reyes',
      'yuki.tanaka',
      'priya.raman',
      'grace.liu',
      'elias.brandt',
      'camille.roy',
      'nadia.voss',
      'luis.serra',
      'hannah.moss',
      'dana.price',
    ],
    companies: [
      { company: 'alderandvale', type: Architect, role: 'Design architect' },
      { company: 'granitepeak', type: GeneralContractor, role: 'General contractor' },
      { company: 'quietroom', type: SubContractor, role: 'Acoustic treatment' },
      { company: 'keystonestructural', type: EngineeringFirm, role: 'Rigging loads' },
    ],
    contacts: [
      { email: 'margaret.sayle@westbrook.example', role: 'Client lead', isSharedExternally: true },
      { email: 'theo.lambert@westbrook.example', role: 'Technical director', isSharedExternally: true },
    ],
    installationFactor: 0.35,
    totalArea: 124_000,
    startDay: -150,
    targetDay: 480,
    clientBudget: 2_200_000,
    buildings: [
      building('Main house', 'MH', [
        level('Stage level', 'ST', 0, InProgress, [
          ['S01', 'Concert hall', 'auditorium', 14_500, 820],
          ['S02', 'Black box', 'auditorium', 5200, 240],
          ['S04', 'Green room', 'conference room', 520, 12, Created],
          ['S06', 'Amplifier room', 'equipment room', 260, 0],
        ]),
        level('Foyer', 'FO', 14, Created, [
          ['F01', 'Foyer', 'lobby signage', 4800, 0],
          ['F02', 'Foyer bar', 'café', 1300, 40],
          ['F05', 'Donor lounge', 'boardroom', 1100, 24],
        ]),
      ]),
      building('Rehearsal wing', 'RW', [
        level('Level 1', 'L1', 0, Created, [
          ['101', 'Choir room', 'rehearsal room', 1900, 90],
          ['102', 'Orchestra room', 'rehearsal room', 3200, 110],
          ['103', 'Dance studio', 'rehearsal room', 2400, 40],
        ]),
        level('Level 2', 'L2', 13, Created, [
          ['201', 'Percussion studio', 'rehearsal room', 700, 16],
          ['202', 'Music technology lab', 'teaching lab', 1300, 24],
          ['203', 'Faculty meeting room', 'conference room', 420, 12],
          ['204', 'Practice huddle', 'huddle room', 150, 4],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'AV and theatrical systems design',
        status: Approved,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -155,
        phases: phased({ startDay: -150, endDay: 480, hours: 5420 }),
        expenses: [
          { category: 0, description: 'Reference hall visits', day: -100, revenue: 5200, cost: 4890 },
          { category: 1, description: 'Rigging survey', day: -70, revenue: 6000, cost: 5100 },
        ],
      },
      {
        name: 'Opening season support',
        status: PendingApproval,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.FeeTables,
        signedDay: null,
        phases: phased({ startDay: 320, endDay: 480, hours: 370, team: ['yuki.tanaka', 'luis.serra', 'nadia.voss'] }),
        expenses: [],
      },
    ],
  }),
  project('council-chamber', {
    name: 'Council chamber renewal',
    client: 'marlow',
    type: ProjectType.of.Build,
    stage: Active,
    status: ProjectStatus.of.ConstructionAdministration,
    description: '<p>Renewal of the chamber with streaming of all sessions and hearing assistance in the gallery.</p>',
    address: at('1 Civic Square', 'Salem', 'MA', '01970'),
    associateConsultant: 'ingrid.solheim',
    projectManager: 'rafael.dominguez',
    team: ['ingrid.solheim', 'rafael.dominguez', 'yuki.tanaka', 'kwame.mensah', 'diego.ibarra', 'victor.lindqvist'],
    companies: [
      { company: 'meridianintegration', type: SystemsIntegrator, role: 'Awarded integrator' },
      { company: 'copperloop', type: SubContractor, role: 'Cabling' },
    ],
    contacts: [
      { email: 'janet.orwell@marlow.example', role: 'Client lead', isSharedExternally: true },
      { email: 'andre.pohl@meridianintegration.example', role: 'Field engineer', isSharedExternally: false },
    ],
    totalArea: 9800,
    startDay: -350,
    targetDay: 80,
    clientBudget: 350_000,
    buildings: [
      building('City Hall', 'CH', [
        level('Ground floor', 'GF', 0, Completed, [
          ['001', 'Entrance hall', 'lobby signage', 1600, 0],
          ['010', 'Council chamber', 'council chamber', 3900, 140],
          ['012', 'Control booth', 'equipment room', 160, 2],
        ]),
        level('Upper floor', 'UF', 15, Completed, [
          ['110', 'Caucus room', 'conference room', 520, 14],
          ['112', 'Mayor’s meeting room', 'conference room', 460, 10],
          ['114', 'Press room', 'seminar room', 700, 24],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Design through construction',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -352,
        phases: phased({ startDay: -350, endDay: 80, hours: 1270, notInContract: true }),
        expenses: [{ category: 0, description: 'Mileage', day: -40, revenue: 480, cost: 480 }],
      },
    ],
  }),
  project('trading-floor', {
    name: 'Trading floor, 8 Canal Street',
    client: 'aurumbank',
    stage: Active,
    status: ProjectStatus.of.DesignInProgress,
    description: '<p>Two trading floors and the executive level. No downtime on migration weekends.</p>',
    address: at('8 Canal Street', 'New York', 'NY', '10013'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'jonas.thiele',
    team: [
      'martin.beaulieu',
      'jonas.thiele',
      'mara.reyes',
      'omar.haddad',
      'ben.ashworth',
      'tomasz.nowak',
      'asha.kumar',
      'camille.roy',
      'lena.fischer',
      'diego.ibarra',
      'dana.price',
    ],
    companies: [
      { company: 'studiomarlin', type: Architect, role: 'Interior architect' },
      { company: 'tallmast', type: GeneralContractor, role: 'Construction manager' },
      { company: 'copperloop', type: SubContractor, role: 'Structured cabling' },
      { company: 'northstarreps', type: Representative, role: 'Audio' },
    ],
    contacts: [
      { email: 'charles.vance@aurumbank.example', role: 'Client lead', isSharedExternally: true },
      { email: 'paola.conti@studiomarlin.example', role: 'Architect', isSharedExternally: false },
    ],
    installationFactor: 0.3,
    totalArea: 64_000,
    startDay: -210,
    targetDay: 330,
    clientBudget: 1_400_000,
    buildings: [
      building('8 Canal Street', '8CS', [
        level('Floor 11', 'F11', 140, InProgress, [
          ['11.01', 'Rates trading floor', 'trading floor', 14_200, 180],
          ['11.08', 'Squawk box room', 'huddle room', 150, 4],
          ['11.10', 'Riser room 11', 'equipment room', 240, 0],
        ]),
        level('Floor 12', 'F12', 154, InProgress, [
          ['12.01', 'Equities trading floor', 'trading floor', 13_600, 170],
          ['12.05', 'Research meeting room', 'conference room', 460, 12],
          ['12.06', 'Compliance room', 'conference room', 420, 10, OnHold],
          ['12.10', 'Riser room 12', 'equipment room', 240, 0],
        ]),
        level('Floor 14', 'F14', 182, Created, [
          ['14.01', 'Executive boardroom', 'boardroom', 1200, 26],
          ['14.02', 'Client suite', 'conference room', 520, 14],
          ['14.03', 'Reception', 'lobby signage', 1500, 0],
          ['14.04', 'Dining room', 'café', 1400, 50],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'AV and telecom design',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.Combined,
        signedDay: -215,
        phases: phased({ startDay: -210, endDay: 330, hours: 4180 }),
        expenses: [{ category: 0, description: 'Rail travel, weekly', day: -90, revenue: 3800, cost: 3420 }],
      },
      {
        name: 'Security consulting',
        status: PendingApproval,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.FeeTables,
        signedDay: null,
        phases: phased({ startDay: 40, endDay: 220, hours: 430, team: ['omar.haddad', 'jonas.thiele'] }),
        expenses: [],
      },
    ],
  }),
  project('simulation-wing', {
    name: 'Simulation and teaching wing',
    client: 'stbrennan',
    stage: Active,
    status: ProjectStatus.of.DesignComplete,
    description: '<p>Simulation wards with hidden capture, debriefing rooms and a teaching theatre.</p>',
    address: at('410 Mercy Way', 'Cleveland', 'OH', '44106'),
    associateConsultant: 'ingrid.solheim',
    projectManager: 'nadia.voss',
    team: [
      'ingrid.solheim',
      'nadia.voss',
      'claire.whitfield',
      'sofia.marchetti',
      'yuki.tanaka',
      'kwame.mensah',
      'lena.fischer',
      'diego.ibarra',
      'hannah.moss',
    ],
    companies: [
      { company: 'torrance', type: EngineeringFirm, role: 'Electrical' },
      { company: 'sentrygate', type: SubContractor, role: 'Access control' },
    ],
    contacts: [{ email: 'alice.huang@stbrennan.example', role: 'Client lead', isSharedExternally: true }],
    totalArea: 41_000,
    startDay: -270,
    targetDay: 240,
    clientBudget: 980_000,
    buildings: [
      building('Teaching pavilion', 'TP', [
        level('Level 1', 'L1', 0, Completed, [
          ['110', 'Teaching theatre', 'lecture hall', 2500, 140],
          ['112', 'Debriefing 1', 'seminar room', 420, 14],
          ['114', 'Debriefing 2', 'seminar room', 420, 14],
        ]),
        level('Level 2', 'L2', 14, Completed, [
          ['210', 'Faculty conference room', 'conference room', 480, 12],
          ['212', 'Skills lab', 'teaching lab', 1700, 30],
          ['214', 'AV room', 'equipment room', 190, 0],
        ]),
      ]),
      building('Simulation wing', 'SW', [
        level('Level 1', 'L1', 0, Completed, [
          ['S1', 'Operating theatre', 'simulation room', 820, 10],
          ['S2', 'Intensive care', 'simulation room', 640, 8],
          ['S3', 'Emergency bay', 'simulation room', 700, 10],
        ]),
        level('Level 2', 'L2', 14, Completed, [
          ['S5', 'Delivery room', 'simulation room', 520, 8],
          ['S6', 'Family consultation', 'simulation room', 260, 5],
          ['S7', 'Control corridor', 'control room', 600, 6],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Simulation capture and AV',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -276,
        phases: phased({ startDay: -270, endDay: 240, hours: 2480 }),
        expenses: [],
      },
    ],
  }),
  project('boston-office', {
    name: 'Boston office, floors 12 to 15',
    client: 'fieldstone',
    stage: Active,
    status: ProjectStatus.of.RFPReceived,
    description: '<p>Fit-out of four floors with one room standard, a mock courtroom and a client center.</p>',
    address: at('60 State Street', 'Boston', 'MA', '02109'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'jonas.thiele',
    team: ['martin.beaulieu', 'jonas.thiele', 'rafael.dominguez', 'grace.liu', 'ben.ashworth', 'kwame.mensah', 'lena.fischer'],
    companies: [
      { company: 'alderandvale', type: Architect, role: 'Interior architect' },
      { company: 'meridianintegration', type: SystemsIntegrator, role: 'Lowest bidder' },
      { company: 'clearpathav', type: SystemsIntegrator, role: 'Bidder' },
    ],
    contacts: [
      { email: 'naomi.field@fieldstone.example', role: 'Client lead', isSharedExternally: true },
      { email: 'jill.carver@meridianintegration.example', role: 'Integrator', isSharedExternally: true },
    ],
    totalArea: 58_000,
    startDay: -300,
    targetDay: 180,
    clientBudget: 820_000,
    buildings: [
      building('60 State Street', '60S', [
        level('Floor 12', 'F12', 150, Completed, [
          ['1201', 'Client center', 'boardroom', 980, 22],
          ['1204', 'Conference room Adams', 'conference room', 430, 12],
          ['1205', 'Conference room Revere', 'conference room', 430, 12],
          ['1210', 'Reception 12', 'lobby signage', 1300, 0],
        ]),
        level('Floor 13', 'F13', 163, Completed, [
          ['1301', 'Mock courtroom', 'courtroom', 1150, 40],
          ['1304', 'Huddle Hancock', 'huddle room', 140, 5],
          ['1305', 'Huddle Otis', 'huddle room', 140, 5],
          ['1310', 'Server room', 'equipment room', 220, 0],
        ]),
        level('Floor 14', 'F14', 176, Completed, [
          ['1401', 'Open office 14', 'office floor', 11_000, 80],
          ['1404', 'Conference room Warren', 'conference room', 430, 12],
        ]),
        level('Floor 15', 'F15', 189, Completed, [
          ['1501', 'Training room', 'training room', 1250, 44],
          ['1502', 'Café 15', 'café', 1500, 60],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Office fit-out',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -305,
        phases: phased({ startDay: -300, endDay: 180, hours: 1780 }),
        expenses: [],
      },
    ],
  }),
  project('library-commons', {
    name: 'Library media commons',
    client: 'northlake',
    type: ProjectType.of.Build,
    stage: Active,
    status: ProjectStatus.of.PausedByClient,
    formerStatus: ProjectStatus.of.DesignInProgress,
    reason: 'Funding review by the board of regents, decision expected in the next quarter.',
    description: '<p>Media production suites, a screening room and signage in the main library.</p>',
    address: at('728 State Street', 'Madison', 'WI', '53706'),
    associateConsultant: 'helen.okafor',
    projectManager: 'mara.reyes',
    team: ['helen.okafor', 'mara.reyes', 'priya.raman', 'elias.brandt'],
    contacts: [{ email: 'rosa.kimball@northlake.example', role: 'Media services', isSharedExternally: true }],
    totalArea: 22_000,
    startDay: -170,
    targetDay: 200,
    clientBudget: 300_000,
    buildings: [
      building('Main Library', 'ML', [
        level('Level 1', 'L1', 0, OnHold, [
          ['101', 'Screening room', 'training room', 1400, 60],
          ['102', 'Podcast suite', 'rehearsal room', 320, 6],
          ['103', 'Video suite', 'rehearsal room', 480, 8],
          ['110', 'Information desk', 'lobby signage', 900, 0],
        ]),
        level('Level 2', 'L2', 14, OnHold, [
          ['201', 'Lecture capture closet', 'equipment room', 160, 0],
          ['204', 'Group study 204', 'huddle room', 160, 6],
          ['205', 'Group study 205', 'huddle room', 160, 6],
          ['206', 'Group study 206', 'huddle room', 160, 6],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Media commons design',
        status: Approved,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -172,
        phases: phased({ startDay: -170, endDay: 200, hours: 870, pauseDays: 75 }),
        expenses: [],
      },
    ],
  }),
  project('research-building-4', {
    name: 'Research building 4',
    client: 'haldenpharma',
    type: ProjectType.of.Build,
    stage: Active,
    status: ProjectStatus.of.RFPPrepared,
    description: '<p>Follows the Basel room standard; seminar and laboratory floors with one control platform.</p>',
    address: at('Rheinhafenstrasse 52', 'Basel', 'Basel-Stadt', '4057', 'CH'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'asha.kumar',
    team: [
      'martin.beaulieu',
      'asha.kumar',
      'claire.whitfield',
      'sofia.marchetti',
      'omar.haddad',
      'elias.brandt',
      'nadia.voss',
      'hannah.moss',
    ],
    companies: [{ company: 'hochundfeld', type: Architect, role: 'Architect' }],
    contacts: [{ email: 'corinne.weiss@haldenpharma.example', role: 'Client lead', isSharedExternally: true }],
    installationFactor: 0.3,
    totalArea: 47_000,
    startDay: -260,
    targetDay: 220,
    clientBudget: 560_000,
    buildings: [
      building('Building 52', 'B52', [
        level('Erdgeschoss', 'EG', 0, Completed, [
          ['0.01', 'Eingang', 'lobby signage', 1300, 0],
          ['0.04', 'Hörsaal', 'lecture hall', 2300, 120],
          ['0.08', 'AV Technik', 'equipment room', 170, 0],
        ]),
        level('1. Obergeschoss', 'OG1', 14, Completed, [
          ['1.02', 'Seminarraum 1', 'seminar room', 560, 20],
          ['1.03', 'Seminarraum 2', 'seminar room', 560, 20],
          ['1.10', 'Demonstrationslabor', 'teaching lab', 1600, 24],
        ]),
        level('2. Obergeschoss', 'OG2', 28, Completed, [
          ['2.02', 'Projektraum 2.02', 'conference room', 440, 12],
          ['2.04', 'Fokus 2.04', 'huddle room', 120, 4],
          ['2.05', 'Fokus 2.05', 'huddle room', 120, 4],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'AV design',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -265,
        phases: phased({ startDay: -260, endDay: 220, hours: 1940 }),
        expenses: [],
      },
    ],
  }),
  project('demonstration-room', {
    name: 'Demonstration room renewal',
    client: null,
    type: ProjectType.of.Internal,
    stage: Active,
    status: ProjectStatus.of.DesignInProgress,
    description: '<p>Our own demonstration room and the podcast corner.</p>',
    address: at('101 Arch Street', 'Boston', 'MA', '02110'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'nadia.voss',
    team: ['nadia.voss', 'grace.liu', 'diego.ibarra', 'hannah.moss'],
    totalArea: 1900,
    startDay: -90,
    targetDay: 60,
    clientBudget: 120_000,
    buildings: [
      building('Boston office', 'BO', [
        level('Level 3', 'L3', 38, InProgress, [
          ['301', 'Demonstration room', 'conference room', 700, 14],
          ['302', 'Podcast corner', 'rehearsal room', 220, 4],
          ['303', 'Test bench', 'equipment room', 300, 4],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Internal hours',
        status: Approved,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.Meta,
        signedDay: -92,
        phases: phased({ startDay: -90, endDay: 60, hours: 370, notInContract: true }),
        expenses: [],
      },
    ],
  }),
]

const opportunities: DemoProject[] = [
  project('hq-town-hall', {
    name: 'Headquarters town hall',
    client: 'verrasoftware',
    stage: Opportunity,
    status: ProjectStatus.of.ProposalSent,
    description: '<p>Stage and streaming in the atrium of the new headquarters.</p>',
    address: at('2900 Innovation Way', 'Austin', 'TX', '78758'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'jonas.thiele',
    team: ['martin.beaulieu', 'jonas.thiele', 'yuki.tanaka', 'ben.ashworth', 'camille.roy'],
    contacts: [{ email: 'anika.bose@verrasoftware.example', role: 'Client lead', isSharedExternally: false }],
    totalArea: 18_000,
    startDay: 25,
    targetDay: 380,
    createDay: -55,
    clientBudget: 900_000,
    buildings: [
      building('Headquarters', 'HQ', [
        level('Atrium', 'AT', 0, Created, [
          ['001', 'Town hall', 'town hall', 6200, 320],
          ['002', 'Broadcast booth', 'control room', 360, 4],
          ['003', 'Welcome wall', 'lobby signage', 1800, 0],
        ]),
        level('Level 1', 'L1', 15, Created, [
          ['101', 'All hands overflow', 'training room', 1300, 60],
          ['102', 'Speaker lounge', 'huddle room', 200, 6],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Town hall design',
        status: PendingApproval,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: null,
        phases: phased({ startDay: 25, endDay: 380, hours: 1470 }),
        expenses: [],
      },
    ],
  }),
  project('permanent-galleries', {
    name: 'Permanent galleries',
    client: 'coastmuseum',
    stage: Opportunity,
    status: ProjectStatus.of.ProposalInProgress,
    description: '<p>Four immersive galleries with projection and spatial sound.</p>',
    address: at('12 Harbor Walk', 'Portland', 'ME', '04101'),
    associateConsultant: 'helen.okafor',
    projectManager: 'claire.whitfield',
    team: ['helen.okafor', 'claire.whitfield', 'yuki.tanaka', 'priya.raman', 'elias.brandt'],
    contacts: [{ email: 'iris.calloway@coastmuseum.example', role: 'Client lead', isSharedExternally: false }],
    totalArea: 26_000,
    startDay: 30,
    targetDay: 300,
    createDay: -40,
    clientBudget: 820_000,
    buildings: [
      building('Harbor building', 'HB', [
        level('Level 1', 'L1', 0, Created, [
          ['G1', 'Tides gallery', 'gallery', 4200, 0],
          ['G2', 'Shipwreck gallery', 'gallery', 3800, 0],
        ]),
        level('Level 2', 'L2', 18, Created, [
          ['G3', 'Lighthouse gallery', 'gallery', 3100, 0],
          ['G5', 'Museum lobby', 'lobby signage', 2600, 0],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Exhibition systems',
        status: Draft,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: null,
        phases: phased({ startDay: 30, endDay: 300, hours: 1630 }),
        expenses: [],
      },
    ],
  }),
  project('courthouse', {
    name: 'Courthouse technology master plan',
    client: 'aldercourts',
    type: ProjectType.of.Overall,
    stage: Opportunity,
    status: ProjectStatus.of.ProposalRequested,
    description: '<p>Standard for evidence presentation and remote appearance in eleven courtrooms.</p>',
    address: at('500 Justice Plaza', 'Portland', 'OR', '97204'),
    associateConsultant: 'ingrid.solheim',
    projectManager: 'rafael.dominguez',
    team: ['ingrid.solheim', 'rafael.dominguez', 'omar.haddad'],
    contacts: [{ email: 'miriam.stone@aldercourts.example', role: 'Client lead', isSharedExternally: false }],
    totalArea: 33_000,
    startDay: 50,
    targetDay: 410,
    createDay: -9,
    clientBudget: 300_000,
    buildings: [
      building('Courthouse', 'CO', [
        level('Level 3', 'L3', 42, Created, [
          ['3A', 'Courtroom 3A', 'courtroom', 1900, 70],
          ['3B', 'Courtroom 3B', 'courtroom', 1900, 70],
          ['3C', 'Jury assembly', 'training room', 1500, 60],
        ]),
      ]),
    ],
  }),
  project('grand-ballroom', {
    name: 'Grand ballroom and meeting floor',
    client: 'larkspur',
    stage: Opportunity,
    status: ProjectStatus.of.ProposalUpdateRequested,
    description: '<p>Divisible ballroom and eight meeting rooms; the owner asks for a phased price.</p>',
    address: at('301 Bay Street', 'Toronto', 'ON', 'M5H 2R2', 'CA'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'luis.serra',
    team: ['martin.beaulieu', 'luis.serra', 'sofia.marchetti', 'kwame.mensah'],
    contacts: [{ email: 'marc.delorme@larkspur.example', role: 'Client lead', isSharedExternally: false }],
    totalArea: 21_000,
    startDay: 45,
    targetDay: 260,
    createDay: -75,
    clientBudget: 330_000,
    buildings: [
      building('Hotel', 'HT', [
        level('Mezzanine', 'MZ', 20, Created, [
          ['M01', 'Grand ballroom', 'ballroom', 8200, 600],
          ['M02', 'Lake room', 'conference room', 520, 16],
          ['M03', 'Harbour room', 'conference room', 520, 16],
          ['M05', 'Prefunction', 'lobby signage', 2300, 0],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Ballroom systems',
        status: Draft,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: null,
        phases: phased({ startDay: 45, endDay: 260, hours: 740 }),
        expenses: [],
      },
    ],
  }),
  project('operations-control', {
    name: 'Operations control room',
    client: 'portofessen',
    stage: Opportunity,
    status: ProjectStatus.of.ProposalAccepted,
    description: '<p>New control room for port traffic, manned day and night, built beside the running one.</p>',
    address: at('Am Stadthafen 7', 'Essen', 'Nordrhein-Westfalen', '45356', 'DE'),
    associateConsultant: 'ingrid.solheim',
    projectManager: 'rafael.dominguez',
    team: ['ingrid.solheim', 'rafael.dominguez', 'yuki.tanaka', 'omar.haddad', 'asha.kumar', 'diego.ibarra'],
    companies: [{ company: 'rheinmedia', type: SystemsIntegrator, role: 'Framework partner' }],
    contacts: [{ email: 'katrin.vogel@portofessen.example', role: 'Client lead', isSharedExternally: true }],
    installationFactor: 0.4,
    totalArea: 7600,
    startDay: 14,
    targetDay: 300,
    createDay: -110,
    clientBudget: 650_000,
    buildings: [
      building('Hafenleitstelle', 'HL', [
        level('Ebene 2', 'E2', 26, Created, [
          ['2.01', 'Leitstand', 'control room', 2400, 10],
          ['2.02', 'Krisenraum', 'boardroom', 900, 18],
          ['2.04', 'Besuchergalerie', 'seminar room', 700, 25],
          ['2.09', 'Rechnerraum', 'equipment room', 420, 0],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Control room design',
        status: Approved,
        isLocked: false,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -6,
        phases: phased({ startDay: 14, endDay: 300, hours: 1700 }),
        expenses: [],
      },
    ],
  }),
  project('collections-lecture', {
    name: 'Collections and lecture room',
    client: 'coastmuseum',
    stage: Opportunity,
    status: ProjectStatus.of.ProposalNotAccepted,
    reason: 'The museum chose a design-build offer of an integrator.',
    description: '<p>Lecture room of the museum’s study collection.</p>',
    address: at('14 Harbor Walk', 'Portland', 'ME', '04101'),
    associateConsultant: 'helen.okafor',
    projectManager: 'claire.whitfield',
    team: ['helen.okafor', 'claire.whitfield'],
    totalArea: 3000,
    startDay: -60,
    targetDay: 90,
    createDay: -150,
    clientBudget: 130_000,
    buildings: [
      building('Study collection', 'SC', [level('Level 1', 'L1', 0, Created, [['10', 'Lecture room', 'training room', 1200, 60]])]),
    ],
    contracts: [
      {
        name: 'Lecture room',
        status: Draft,
        isLocked: false,
        isArchived: true,
        proposalType: ProposalType.of.AV,
        signedDay: null,
        phases: phased({ startDay: -60, endDay: 90, hours: 250 }),
        expenses: [],
      },
    ],
  }),
  project('news-studio', {
    name: 'News studio relocation',
    client: 'tidewater',
    stage: Opportunity,
    status: ProjectStatus.of.PausedByDNA,
    formerStatus: ProjectStatus.of.ProposalInProgress,
    reason: 'No broadcast consultant is free before the spring.',
    description: '<p>Two studios and a playout room move to the waterfront.</p>',
    address: at('18 Granby Street', 'Norfolk', 'VA', '23510'),
    associateConsultant: 'ingrid.solheim',
    projectManager: 'luis.serra',
    team: ['ingrid.solheim', 'luis.serra', 'yuki.tanaka'],
    contacts: [{ email: 'hal.brewster@tidewater.example', role: 'Client lead', isSharedExternally: false }],
    totalArea: 12_000,
    startDay: 90,
    targetDay: 400,
    createDay: -80,
    clientBudget: 1_000_000,
    buildings: [
      building('Waterfront', 'WF', [
        level('Level 1', 'L1', 0, Created, [
          ['A', 'Studio A', 'auditorium', 2600, 0],
          ['C', 'Playout', 'control room', 800, 6],
        ]),
      ]),
    ],
  }),
]

const finished: DemoProject[] = [
  project('lecture-theatre', {
    name: 'Lecture theatre renewal',
    client: 'westbrook',
    type: ProjectType.of.Build,
    stage: Closed,
    status: ProjectStatus.of.Closed,
    description: '<p>Three tiered lecture theatres renewed over two summers.</p>',
    address: at('40 College Hill', 'Burlington', 'VT', '05401'),
    associateConsultant: 'helen.okafor',
    projectManager: 'mara.reyes',
    team: ['helen.okafor', 'mara.reyes', 'tomasz.nowak', 'grace.liu', 'elias.brandt', 'diego.ibarra', 'hannah.moss'],
    companies: [{ company: 'clearpathav', type: SystemsIntegrator, role: 'Integrator' }],
    contacts: [{ email: 'margaret.sayle@westbrook.example', role: 'Client lead', isSharedExternally: true }],
    totalArea: 14_000,
    startDay: -365,
    targetDay: -55,
    closedDay: -48,
    clientBudget: 780_000,
    buildings: [
      building('Sayle Hall', 'SH', [
        level('Level 1', 'L1', 0, Completed, [
          ['1', 'Theatre 1', 'lecture hall', 2900, 210],
          ['2', 'Theatre 2', 'lecture hall', 2600, 180],
          ['3', 'Theatre 3', 'lecture hall', 2600, 180],
        ]),
        level('Level 2', 'L2', 16, Completed, [
          ['21', 'Projection closet', 'equipment room', 150, 0],
          ['22', 'Staff meeting room', 'conference room', 400, 12],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Theatres design and administration',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -370,
        phases: phased({ startDay: -365, endDay: -55, hours: 2170 }),
        expenses: [{ category: 0, description: 'Commissioning visits', day: -70, revenue: 2600, cost: 2250 }],
      },
    ],
  }),
  project('emergency-training', {
    name: 'Emergency department training rooms',
    client: 'stbrennan',
    stage: Closed,
    status: ProjectStatus.of.Closed,
    description: '<p>Four training rooms beside the emergency department.</p>',
    address: at('400 Mercy Way', 'Cleveland', 'OH', '44106'),
    associateConsultant: 'ingrid.solheim',
    projectManager: 'rafael.dominguez',
    team: ['ingrid.solheim', 'rafael.dominguez', 'sofia.marchetti', 'kwame.mensah', 'diego.ibarra'],
    totalArea: 5200,
    startDay: -340,
    targetDay: -90,
    closedDay: -82,
    clientBudget: 200_000,
    buildings: [
      building('Emergency', 'ED', [
        level('Ground', 'G', 0, Completed, [
          ['E1', 'Training 1', 'training room', 900, 30],
          ['E2', 'Resuscitation trainer', 'simulation room', 500, 8],
          ['E3', 'Briefing', 'seminar room', 400, 16],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Training rooms',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.AV,
        signedDay: -342,
        phases: phased({ startDay: -340, endDay: -90, hours: 960 }),
        expenses: [],
      },
    ],
  }),
  project('district-classrooms', {
    name: 'District classroom standard',
    client: 'cedarridge',
    type: ProjectType.of.Overall,
    stage: Closed,
    status: ProjectStatus.of.Closed,
    description: '<p>Classroom standard and pilot for eleven schools.</p>',
    address: at('77 Orchard Road', 'Boulder', 'CO', '80302'),
    associateConsultant: 'helen.okafor',
    projectManager: 'claire.whitfield',
    team: ['helen.okafor', 'claire.whitfield', 'priya.raman', 'grace.liu', 'camille.roy'],
    companies: [{ company: 'bluecanyon', type: SystemsIntegrator, role: 'Integrator' }],
    totalArea: 9000,
    startDay: -350,
    targetDay: -130,
    closedDay: -121,
    clientBudget: 240_000,
    buildings: [
      building('Pilot school', 'PS', [
        level('Level 1', 'L1', 0, Completed, [
          ['101', 'Pilot classroom A', 'classroom', 900, 30],
          ['102', 'Pilot classroom B', 'classroom', 900, 30],
          ['103', 'Pilot classroom C', 'classroom', 900, 30],
          ['110', 'Staff room', 'seminar room', 600, 20],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Standard and pilot',
        status: Approved,
        isLocked: true,
        isArchived: false,
        proposalType: ProposalType.of.FeeTables,
        signedDay: -352,
        phases: phased({ startDay: -350, endDay: -130, hours: 840 }),
        expenses: [],
      },
    ],
  }),
  project('flagship-stores', {
    name: 'Flagship stores',
    client: 'orchardretail',
    stage: Archived,
    status: ProjectStatus.of.Archived,
    formerStatus: ProjectStatus.of.Closed,
    description: '<p>Signage and sound for three flagship stores.</p>',
    address: at('ul. Prosta 20', 'Warszawa', 'MZ', '00-850', 'PL'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'jonas.thiele',
    team: ['martin.beaulieu', 'jonas.thiele', 'ben.ashworth'],
    totalArea: 16_000,
    startDay: -360,
    targetDay: -210,
    closedDay: -200,
    clientBudget: 55_000,
    buildings: [
      building('Warszawa', 'WA', [
        level('Parter', 'P', 0, Completed, [
          ['1', 'Sales floor', 'lobby signage', 6200, 0],
          ['2', 'Store café', 'café', 800, 30],
        ]),
      ]),
    ],
    contracts: [
      {
        name: 'Store systems',
        status: Approved,
        isLocked: true,
        isArchived: true,
        proposalType: ProposalType.of.AV,
        signedDay: -362,
        phases: phased({ startDay: -360, endDay: -210, hours: 460 }),
        expenses: [],
      },
    ],
  }),
  project('stadium-suites', {
    name: 'Stadium suites',
    client: 'larkspur',
    stage: Archived,
    status: ProjectStatus.of.Archived,
    formerStatus: ProjectStatus.of.ProposalNotAccepted,
    reason: 'The owner sold the stadium.',
    description: '<p>Hospitality suites in the new stadium.</p>',
    address: at('1 Stadium Road', 'Toronto', 'ON', 'M5V 1J1', 'CA'),
    associateConsultant: 'martin.beaulieu',
    projectManager: 'luis.serra',
    team: ['martin.beaulieu', 'luis.serra'],
    totalArea: 11_000,
    startDay: -200,
    targetDay: -20,
    createDay: -320,
    clientBudget: 300_000,
    buildings: [
      building('Stadium', 'ST', [
        level('Suite level', 'SU', 52, Created, [
          ['S1', 'Owner’s suite', 'boardroom', 1200, 24],
          ['S2', 'Club lounge', 'café', 2400, 120],
        ]),
      ]),
    ],
  }),
]

export const demoProjects: DemoProject[] = [...active, ...opportunities, ...finished]

const lead = (key: string, given: Omit<DemoLead, 'key' | 'formerStatus' | 'reason' | 'isArchived'> & Partial<DemoLead>) => ({
  formerStatus: null,
  reason: null,
  isArchived: false,
  ...given,
  key,
})

export const demoLeads: DemoLead[] = [
  lead('medical-library', {
    name: 'Medical library learning studios',
    client: 'stbrennan',
    status: LeadStatus.of.NewLead,
    description: '<p>Six learning studios; the librarian called after seeing the simulation wing.</p>',
    address: at('420 Mercy Way', 'Cleveland', 'OH', '44106'),
    associateConsultant: null,
    expectedRevenue: 85_000,
    probabilityPercent: 20,
    expectedCloseDay: 120,
    leadSource: 'Existing client',
    createDay: -3,
  }),
  lead('waterfront-hotel', {
    name: 'Waterfront hotel conference floor',
    client: 'larkspur',
    status: LeadStatus.of.WaitingACAssignment,
    description: '<p>Conference floor of a hotel in Vancouver, opening in two years.</p>',
    address: at('999 Canada Place', 'Vancouver', 'BC', 'V6C 3E1', 'CA'),
    associateConsultant: null,
    expectedRevenue: 140_000,
    probabilityPercent: 35,
    expectedCloseDay: 90,
    leadSource: 'Referral by architect',
    createDay: -16,
  }),
  lead('county-emergency', {
    name: 'County emergency operations center',
    client: 'aldercourts',
    status: LeadStatus.of.ResearchingLead,
    description: '<p>Public tender announced for the next quarter.</p>',
    address: at('520 Justice Plaza', 'Portland', 'OR', '97204'),
    associateConsultant: 'ingrid.solheim',
    expectedRevenue: 310_000,
    probabilityPercent: 45,
    expectedCloseDay: 75,
    leadSource: 'Public tender',
    createDay: -44,
  }),
  lead('retail-bank', {
    name: 'Retail bank branches',
    client: 'aurumbank',
    status: LeadStatus.of.LeadLost,
    reason: 'The bank standardises with its facilities provider.',
    description: '<p>Signage and advice rooms in forty branches.</p>',
    address: at('8 Canal Street', 'New York', 'NY', '10013'),
    associateConsultant: 'martin.beaulieu',
    expectedRevenue: 220_000,
    probabilityPercent: 0,
    expectedCloseDay: -30,
    leadSource: 'Trade show',
    createDay: -130,
  }),
  lead('science-center', {
    name: 'Science center planetarium',
    client: null,
    status: LeadStatus.of.PausedByClient,
    formerStatus: LeadStatus.of.ResearchingLead,
    reason: 'Waiting for a donor.',
    description: '<p>Dome projection for a children’s science center; no client record yet.</p>',
    address: at('300 Discovery Lane', 'Boulder', 'CO', '80303'),
    associateConsultant: 'helen.okafor',
    expectedRevenue: 175_000,
    probabilityPercent: 25,
    expectedCloseDay: 200,
    leadSource: 'Web inquiry',
    createDay: -95,
  }),
  lead('law-school', {
    name: 'Law school moot court',
    client: 'westbrook',
    status: LeadStatus.of.PausedByDNA,
    formerStatus: LeadStatus.of.NewLead,
    reason: 'The education team is full until the summer.',
    description: '<p>Moot court with recording and two seminar rooms.</p>',
    address: at('60 College Hill', 'Burlington', 'VT', '05401'),
    associateConsultant: 'helen.okafor',
    expectedRevenue: 95_000,
    probabilityPercent: 50,
    expectedCloseDay: 150,
    leadSource: 'Existing client',
    createDay: -61,
  }),
]
