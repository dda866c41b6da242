import { LaborType } from '../../model/access/enums.ts'

export type DemoRole = 'Administrator' | 'Project Manager' | 'Consultant' | 'Read Only'

/** Somebody who works at the firm. Invented, like everyone here; the addresses lead nowhere. */
export interface DemoPerson {
  /** The part of the e-mail before the @; projects and contracts name people by it. */
  key: string
  firstName: string
  lastName: string
  email: string
  phone: string
  jobTitle: string
  role: DemoRole
  laborType: LaborType
  weeklyCapacityHours: number
  costRate: number
  isSuspended: boolean
}

export interface DemoTeam {
  name: string
  description: string
  color: string
  lead: string
  members: string[]
}

const { AC, SC, C, VI, BIM, MGT, TCN, SCD } = LaborType.of

const person = (
  firstName: string,
  lastName: string,
  jobTitle: string,
  role: DemoRole,
  laborType: LaborType,
  costRate: number,
  more: Partial<Pick<DemoPerson, 'weeklyCapacityHours' | 'isSuspended'>> = {},
) => ({ firstName, lastName, jobTitle, role, laborType, costRate, weeklyCapacityHours: 40, isSuspended: false, ...more })

export const demoPeople: DemoPerson[] = [
  person('Dana', 'Price', 'Managing director', 'Administrator', MGT, 118),
  person('Mara', 'Reyes', 'Principal consultant', 'Administrator', SC, 96),
  person('Victor', 'Lindqvist', 'Operations manager', 'Administrator', MGT, 84),
  person('Jonas', 'Thiele', 'Senior consultant', 'Project Manager', SC, 82),
  person('Asha', 'Kumar', 'BIM lead', 'Project Manager', BIM, 74),
  person('Nadia', 'Voss', 'Virtual integration lead', 'Project Manager', VI, 78),
  person('Luis', 'Serra', 'Technical director', 'Project Manager', TCN, 80),
  person('Helen', 'Okafor', 'Associate consultant, education', 'Project Manager', AC, 88),
  person('Martin', 'Beaulieu', 'Associate consultant, corporate', 'Project Manager', AC, 88),
  person('Ingrid', 'Solheim', 'Associate consultant, public sector', 'Project Manager', AC, 86),
  person('Rafael', 'Dominguez', 'Senior consultant', 'Project Manager', SC, 80),
  person('Claire', 'Whitfield', 'Senior consultant, acoustics', 'Consultant', SC, 81),
  person('Tomasz', 'Nowak', 'Consultant', 'Consultant', C, 62),
  person('Priya', 'Raman', 'Consultant', 'Consultant', C, 61),
  person('Ben', 'Ashworth', 'Consultant', 'Consultant', C, 60),
  person('Yuki', 'Tanaka', 'Consultant, broadcast', 'Consultant', C, 64),
  person('Sofia', 'Marchetti', 'Consultant', 'Consultant', C, 58),
  person('Omar', 'Haddad', 'Consultant, telecom', 'Consultant', C, 63),
  person('Grace', 'Liu', 'Junior consultant', 'Consultant', C, 48),
  person('Elias', 'Brandt', 'BIM specialist', 'Consultant', BIM, 56),
  person('Camille', 'Roy', 'BIM specialist', 'Consultant', BIM, 55),
  person('Kwame', 'Mensah', 'BIM specialist', 'Consultant', BIM, 52, { weeklyCapacityHours: 32 }),
  person('Lena', 'Fischer', 'Virtual integrator', 'Consultant', VI, 66),
  person('Diego', 'Ibarra', 'Technical specialist', 'Consultant', TCN, 59),
  person('Hannah', 'Moss', 'Systems documentation', 'Consultant', SCD, 51),
  person('Arthur', 'Pell', 'Systems documentation', 'Consultant', SCD, 50, { isSuspended: true }),
  person('Ruth', 'Castellan', 'Controller', 'Read Only', MGT, 70, { weeklyCapacityHours: 30 }),
].map((one, i) => {
  const key = `${one.firstName}.${one.lastName}`.toLowerCase()
  return { key, ...one, email: `${key}@dna.example`, phone: `+1 617 555 01${String(i + 10).padStart(2, '0')}` }
})

export const demoTeams: DemoTeam[] = [
  {
    name: 'Education and culture',
    description: 'Universities, schools, museums, performing arts',
    color: '#2f6bc6',
    lead: 'helen.okafor',
    members: ['helen.okafor', 'mara.reyes', 'claire.whitfield', 'tomasz.nowak', 'priya.raman', 'elias.brandt'],
  },
  {
    name: 'Corporate and finance',
    description: 'Offices, trading floors, hospitality',
    color: '#0f7767',
    lead: 'martin.beaulieu',
    members: ['martin.beaulieu', 'jonas.thiele', 'ben.ashworth', 'sofia.marchetti', 'camille.roy', 'grace.liu'],
  },
  {
    name: 'Public and health',
    description: 'Courts, councils, hospitals, control rooms',
    color: '#ad4268',
    lead: 'ingrid.solheim',
    members: ['ingrid.solheim', 'rafael.dominguez', 'yuki.tanaka', 'omar.haddad', 'kwame.mensah'],
  },
  {
    name: 'Integration and technical',
    description: 'Virtual integration, commissioning, documentation',
    color: '#8f5d00',
    lead: 'nadia.voss',
    members: ['nadia.voss', 'luis.serra', 'lena.fischer', 'diego.ibarra', 'hannah.moss', 'arthur.pell'],
  },
]

/** The firm's hourly rates, the start of every contract. */
export const demoLaborRates: { laborType: LaborType; sellRate: number; costRate: number; gaFeePercent: number }[] = [
  { laborType: AC, sellRate: 235, costRate: 87, gaFeePercent: 21 },
  { laborType: SC, sellRate: 210, costRate: 83, gaFeePercent: 21 },
  { laborType: C, sellRate: 165, costRate: 60, gaFeePercent: 21 },
  { laborType: VI, sellRate: 180, costRate: 70, gaFeePercent: 21 },
  { laborType: BIM, sellRate: 150, costRate: 56, gaFeePercent: 21 },
  { laborType: MGT, sellRate: 245, costRate: 96, gaFeePercent: 18 },
  { laborType: TCN, sellRate: 170, costRate: 64, gaFeePercent: 21 },
  { laborType: SCD, sellRate: 140, costRate: 50, gaFeePercent: 21 },
]

export const demoAccessGroups: { name: string; description: string; members: string[] }[] = [
  {
    name: 'Everyone',
    description: 'All of the firm',
    members: demoPeople.filter((one) => !one.isSuspended).map((one) => one.key),
  },
  { name: 'Directors', description: 'See every project', members: ['dana.price', 'mara.reyes', 'victor.lindqvist'] },
  {
    name: 'BIM studio',
    description: 'Draw every project',
    members: ['asha.kumar', 'elias.brandt', 'camille.roy', 'kwame.mensah'],
  },
]
