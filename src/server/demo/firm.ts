import { CompanyType, IndustryType } from '../../model/companies/enums.ts'
import { demoOffers, demoShiftRequests } from './firm-contracts.ts'
import { demoAccessGroups, demoLaborRates, demoPeople, demoTeams } from './firm-people.ts'
import { type DemoAddress, demoLeads, demoProjects } from './firm-projects.ts'
import { demoEquipmentGroups, demoRecipes, demoSpaceTemplates } from './firm-rooms.ts'

export interface DemoContact {
  firstName: string
  lastName: string
  email: string
  phone: string
  jobTitle: string
  isPrimary: boolean
}

export interface DemoCompany {
  key: string
  type: CompanyType
  name: string
  website: string
  phone: string
  email: string
  address: DemoAddress
  industryTypes: IndustryType[]
  notes: string
  contacts: DemoContact[]
  /** Clients only. */
  abbreviatedName?: string
  isRetired?: boolean
  accountManager?: string
  variables?: { name: string; label: string; type: number; value: string }[]
  /** The one field that only this kind of company has. */
  disciplines?: string
  licenseNumber?: string
  trades?: IndustryType[]
  regions?: string
  certifications?: string
  territory?: string
  manufacturers?: string[]
}

type Short = [firstName: string, lastName: string, jobTitle: string]

const at = (addressLine1: string, city: string, state: string, postalCode: string, country = 'US'): DemoAddress => ({
  addressLine1,
  city,
  state,
  postalCode,
  country,
})

let lastPhone = 100
const nextPhone = () => {
  lastPhone += 1
  return `+1 ${200 + (lastPhone % 7) * 101} 555 0${lastPhone}`
}

function company(
  type: CompanyType,
  key: string,
  name: string,
  address: DemoAddress,
  industryTypes: IndustryType[],
  contacts: Short[],
  more: Partial<DemoCompany> = {},
): DemoCompany {
  const host = `${key}.example`
  return {
    key,
    type,
    name,
    website: `https://www.${host}`,
    phone: nextPhone(),
    email: `office@${host}`,
    address,
    industryTypes,
    notes: '',
    contacts: contacts.map(([firstName, lastName, jobTitle], i) => ({
      firstName,
      lastName,
      email: `${firstName}.${lastName}@${host}`.toLowerCase().replace(/[^a-z0-9@.-]/g, ''),
      phone: nextPhone(),
      jobTitle,
      isPrimary: i === 0,
    })),
    ...more,
  }
}

const client = (
  abbreviatedName: string,
  key: string,
  name: string,
  accountManager: string,
  address: DemoAddress,
  contacts: Short[],
  more: Partial<DemoCompany> = {},
) =>
  company(CompanyType.of.Client, key, name, address, [IndustryType.of.AudioVideo], contacts, {
    abbreviatedName,
    isRetired: false,
    accountManager,
    ...more,
  })

export const demoClients: DemoCompany[] = [
  client(
    'NU',
    'northlake',
    'Northlake University',
    'helen.okafor',
    at('1200 Shore Drive', 'Madison', 'WI', '53706'),
    [
      ['Evelyn', 'Marsh', 'Director of learning spaces'],
      ['Paul', 'Denham', 'Capital projects manager'],
      ['Rosa', 'Kimball', 'Media services'],
    ],
    {
      notes: 'Design standard 4.2 applies to all teaching spaces.',
      variables: [
        { name: 'StandardVersion', label: 'Design standard', type: 1, value: '4.2' },
        { name: 'SheetCounter', label: 'Next sheet', type: 4, value: '1' },
        { name: 'NetworkVlan', label: 'AV VLAN', type: 3, value: '214' },
      ],
    },
  ),
  client(
    'HP',
    'haldenpharma',
    'Halden Pharma',
    'martin.beaulieu',
    at('Rheinhafenstrasse 40', 'Basel', 'Basel-Stadt', '4057', 'CH'),
    [
      ['Lukas', 'Amstad', 'Head of workplace'],
      ['Corinne', 'Weiss', 'Project lead, laboratories'],
    ],
    { variables: [{ name: 'SiteCode', label: 'Site code', type: 1, value: 'BSL-4' }] },
  ),
  client('WC', 'westbrook', 'Westbrook College', 'helen.okafor', at('85 College Hill', 'Burlington', 'VT', '05401'), [
    ['Margaret', 'Sayle', 'Vice president of facilities'],
    ['Theo', 'Lambert', 'Technical director, performing arts'],
  ]),
  client('CM', 'marlow', 'City of Marlow', 'ingrid.solheim', at('1 Civic Square', 'Salem', 'MA', '01970'), [
    ['Janet', 'Orwell', 'City clerk'],
    ['Dev', 'Patel', 'Director of information services'],
  ]),
  client('AB', 'aurumbank', 'Aurum Bank', 'martin.beaulieu', at('8 Canal Street', 'New York', 'NY', '10013'), [
    ['Charles', 'Vance', 'Head of trading technology'],
    ['Mina', 'Sorensen', 'Real estate and workplace'],
  ]),
  client('SB', 'stbrennan', 'St. Brennan Health', 'ingrid.solheim', at('400 Mercy Way', 'Cleveland', 'OH', '44106'), [
    ['Alice', 'Huang', 'Director of simulation'],
    ['Peter', 'Rourke', 'Construction manager'],
  ]),
  client('FL', 'fieldstone', 'Fieldstone Legal', 'martin.beaulieu', at('60 State Street', 'Boston', 'MA', '02109'), [
    ['Naomi', 'Field', 'Chief operating officer'],
    ['Greg', 'Tully', 'IT manager'],
  ]),
  client('VS', 'verrasoftware', 'Verra Software', 'martin.beaulieu', at('2900 Innovation Way', 'Austin', 'TX', '78758'), [
    ['Anika', 'Bose', 'Workplace experience'],
    ['Sam', 'Whitlock', 'Events and production'],
  ]),
  client('MC', 'coastmuseum', 'Museum of the Coast', 'helen.okafor', at('12 Harbor Walk', 'Portland', 'ME', '04101'), [
    ['Iris', 'Calloway', 'Director of exhibitions'],
    ['Noah', 'Brennan', 'Media technician'],
  ]),
  client(
    'PA',
    'portofessen',
    'Port Authority of Essen',
    'ingrid.solheim',
    at('Am Stadthafen 7', 'Essen', 'Nordrhein-Westfalen', '45356', 'DE'),
    [
      ['Katrin', 'Vogel', 'Head of operations'],
      ['Stefan', 'Ruhr', 'Control systems'],
    ],
  ),
  client('CRSD', 'cedarridge', 'Cedar Ridge School District', 'helen.okafor', at('77 Orchard Road', 'Boulder', 'CO', '80302'), [
    ['Linda', 'Frey', 'Technology coordinator'],
  ]),
  client('LH', 'larkspur', 'Larkspur Hotels', 'martin.beaulieu', at('301 Bay Street', 'Toronto', 'ON', 'M5H 2R2', 'CA'), [
    ['Marc', 'Delorme', 'Director of development'],
    ['Josie', 'Kerr', 'Events manager'],
  ]),
  client('TWB', 'tidewater', 'Tidewater Broadcasting', 'ingrid.solheim', at('18 Granby Street', 'Norfolk', 'VA', '23510'), [
    ['Hal', 'Brewster', 'Chief engineer'],
  ]),
  client('ACC', 'aldercourts', 'Alder County Courts', 'ingrid.solheim', at('500 Justice Plaza', 'Portland', 'OR', '97204'), [
    ['Miriam', 'Stone', 'Court administrator'],
    ['Joel', 'Pace', 'Court technology'],
  ]),
  client(
    'ORG',
    'orchardretail',
    'Orchard Retail Group',
    'martin.beaulieu',
    at('ul. Prosta 20', 'Warszawa', 'MZ', '00-850', 'PL'),
    [['Ewa', 'Zielińska', 'Store design']],
    { isRetired: true, notes: 'Retired: the group was taken over, no further work.' },
  ),
]

const { Representative, SystemsIntegrator, GeneralContractor, SubContractor, Architect, EngineeringFirm } = CompanyType.of
const { Audio, AudioVideo, AVControl, Video, Networking, Security, Lighting, TelecomInfrastructure } = IndustryType.of

/** Everybody the firm works with besides clients and manufacturers. */
export const demoCompanies: DemoCompany[] = [
  company(
    Representative,
    'northstarreps',
    'Northstar Reps',
    at('44 Summer Street', 'Boston', 'MA', '02110'),
    [Audio, AudioVideo],
    [
      ['Carl', 'Egan', 'Regional manager'],
      ['Tess', 'Winslow', 'Applications engineer'],
    ],
    { territory: 'New England, New York', manufacturers: ['Shure', 'QSC', 'JBL', 'Crown', 'BSS'] },
  ),
  company(
    Representative,
    'lakeshoremarketing',
    'Lakeshore Marketing',
    at('210 Wacker Drive', 'Chicago', 'IL', '60606'),
    [Video],
    [['Brent', 'Sadler', 'Account executive']],
    { territory: 'Midwest', manufacturers: ['Samsung', 'Epson', 'Chief', 'Da-Lite', 'Legrand Wiremold', 'Middle Atlantic'] },
  ),
  company(
    Representative,
    'helvetiaav',
    'Helvetia AV Vertrieb',
    at('Industriestrasse 9', 'Zug', 'Zug', '6300', 'CH'),
    [Audio, Video],
    [['Reto', 'Frei', 'Vertriebsleiter']],
    { territory: 'Switzerland, Germany, Austria', manufacturers: ['Lawo', 'Merging Technologies', 'LYNX Technik'] },
  ),

  company(
    SystemsIntegrator,
    'meridianintegration',
    'Meridian Integration',
    at('15 Technology Park', 'Westford', 'MA', '01886'),
    [AudioVideo, AVControl],
    [
      ['Jill', 'Carver', 'Project executive'],
      ['Andre', 'Pohl', 'Field engineer'],
    ],
    { regions: 'Northeast', certifications: 'APEx, CTS-I, CTS-D' },
  ),
  company(
    SystemsIntegrator,
    'clearpathav',
    'Clearpath AV',
    at('880 Fulton Market', 'Chicago', 'IL', '60607'),
    [AudioVideo],
    [['Denise', 'Warner', 'Sales engineer']],
    { regions: 'Midwest, South', certifications: 'CTS-I' },
  ),
  company(
    SystemsIntegrator,
    'bluecanyon',
    'Blue Canyon Systems',
    at('1440 Blake Street', 'Denver', 'CO', '80202'),
    [AudioVideo, Networking],
    [['Ty', 'Radcliff', 'Operations manager']],
    { regions: 'Mountain West, Pacific', certifications: 'CTS-D' },
  ),
  company(
    SystemsIntegrator,
    'rheinmedia',
    'Rhein Medientechnik',
    at('Hafenstrasse 101', 'Köln', 'Nordrhein-Westfalen', '50668', 'DE'),
    [AudioVideo, Video],
    [['Jörg', 'Lammers', 'Projektleiter']],
    { regions: 'Germany, Switzerland', certifications: 'CTS-I' },
  ),

  company(
    GeneralContractor,
    'granitepeak',
    'Granite Peak Builders',
    at('5 Quarry Road', 'Concord', 'NH', '03301'),
    [],
    [
      ['Frank', 'Delaney', 'Superintendent'],
      ['Olga', 'Petrov', 'Project manager'],
    ],
    { licenseNumber: 'NH-GC-20418' },
  ),
  company(
    GeneralContractor,
    'tallmast',
    'Tallmast Construction',
    at('90 Water Street', 'New York', 'NY', '10005'),
    [],
    [['Vince', 'Moretti', 'Project executive']],
    { licenseNumber: 'NY-118843' },
  ),
  company(
    GeneralContractor,
    'prairiework',
    'Prairiework',
    at('620 Capitol Court', 'Madison', 'WI', '53703'),
    [],
    [['Amy', 'Lund', 'Construction manager']],
    { licenseNumber: 'WI-70265' },
  ),

  company(
    SubContractor,
    'brightline',
    'Brightline Electric',
    at('31 Ferry Lane', 'Madison', 'WI', '53704'),
    [Lighting],
    [['Gus', 'Nolan', 'Foreman']],
    { trades: [Lighting, AVControl] },
  ),
  company(
    SubContractor,
    'copperloop',
    'Copperloop Cabling',
    at('7 Depot Street', 'Worcester', 'MA', '01608'),
    [TelecomInfrastructure, Networking],
    [['Marta', 'Quinn', 'Estimator']],
    { trades: [TelecomInfrastructure, Networking] },
  ),
  company(
    SubContractor,
    'sentrygate',
    'Sentrygate Security',
    at('410 Lakeside Avenue', 'Cleveland', 'OH', '44114'),
    [Security],
    [['Ray', 'Coburn', 'Service manager']],
    { trades: [Security] },
  ),
  company(
    SubContractor,
    'quietroom',
    'Quietroom Acoustics',
    at('66 Maple Avenue', 'Burlington', 'VT', '05401'),
    [Audio],
    [['Fiona', 'Teague', 'Acoustician']],
    { trades: [Audio] },
  ),

  company(
    Architect,
    'alderandvale',
    'Alder & Vale Architects',
    at('20 Franklin Street', 'Boston', 'MA', '02110'),
    [],
    [
      ['Simon', 'Vale', 'Partner'],
      ['Laura', 'Benning', 'Project architect'],
    ],
    { licenseNumber: 'MA-31277' },
  ),
  company(
    Architect,
    'studiomarlin',
    'Studio Marlin',
    at('118 Prince Street', 'New York', 'NY', '10012'),
    [],
    [['Paola', 'Conti', 'Design principal']],
    { licenseNumber: 'NY-042911' },
  ),
  company(
    Architect,
    'hochundfeld',
    'Hoch und Feld',
    at('Elisabethenstrasse 11', 'Basel', 'Basel-Stadt', '4051', 'CH'),
    [],
    [['Matthias', 'Hoch', 'Architekt ETH']],
  ),
  company(
    Architect,
    'northfieldpartners',
    'Northfield Partners',
    at('33 Mifflin Street', 'Madison', 'WI', '53703'),
    [],
    [['Kate', 'Orr', 'Project architect']],
    { licenseNumber: 'WI-9914' },
  ),

  company(
    EngineeringFirm,
    'torrance',
    'Torrance Engineers',
    at('77 Huron Road', 'Cleveland', 'OH', '44115'),
    [],
    [['Bill', 'Torrance', 'Electrical lead']],
    { disciplines: 'Mechanical, electrical, plumbing' },
  ),
  company(
    EngineeringFirm,
    'keystonestructural',
    'Keystone Structural',
    at('12 Arch Street', 'Philadelphia', 'PA', '19106'),
    [],
    [['Ada', 'Rossi', 'Structural engineer']],
    { disciplines: 'Structural' },
  ),
  company(
    EngineeringFirm,
    'lumenmep',
    'Lumen MEP',
    at('5 Union Wharf', 'Boston', 'MA', '02109'),
    [],
    [
      ['Chris', 'Yates', 'Lighting designer'],
      ['Dora', 'Engel', 'Mechanical engineer'],
    ],
    { disciplines: 'Lighting, mechanical, fire protection' },
  ),
]

/** Contacts of other companies who have been let in to look at their projects. */
export const demoExternalPeople: { company: string; email: string; projects: string[] }[] = [
  { company: 'northlake', email: 'evelyn.marsh@northlake.example', projects: ['science-commons', 'library-commons'] },
  { company: 'meridianintegration', email: 'jill.carver@meridianintegration.example', projects: ['boston-office'] },
]

/** One year of a firm of consultants, as data. What it means in rows is the loader's business. */
export const demoFirm = {
  people: demoPeople,
  teams: demoTeams,
  laborRates: demoLaborRates,
  accessGroups: demoAccessGroups,
  externalPeople: demoExternalPeople,
  clients: demoClients,
  companies: demoCompanies,
  recipes: demoRecipes,
  spaceTemplates: demoSpaceTemplates,
  equipmentGroups: demoEquipmentGroups,
  leads: demoLeads,
  projects: demoProjects,
  offers: demoOffers,
  shiftRequests: demoShiftRequests,
}

/** `onDay('2026-11-21', -30)` is the calendar date thirty days before. */
export function onDay(base: string, day: number): string {
  return new Date(Date.parse(`${base}T00:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10)
}
