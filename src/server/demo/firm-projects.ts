import { designRules } from '../../model/checks/design-rules.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import { LeadStatus, ProjectStage, ProjectStatus, ProjectType, TimelineItemType } from '../../model/projects/enums.ts'
import { RackMountType, RackSide, SpaceStatus } from '../../model/spaces/enums.ts'
import { bool, choiceByKey, listOf, maybe, number, oneOf, orNull, readData, row, text } from '../starter/data-file.ts'
import { plannedContract, staffed } from './firm-contracts.ts'

export const address = row({
  addressLine1: text,
  city: text,
  /** Region code if the country has a list of regions, otherwise free text. */
  state: text,
  postalCode: text,
  country: maybe(text, 'US'),
})

const limits = row({
  watts: orNull(number),
  heatBtuPerHour: orNull(number),
  tons: orNull(number),
  acOutlets: orNull(number),
  networkPorts: orNull(number),
  poeWatts: orNull(number),
  rackUnits: orNull(number),
  weightLb: orNull(number),
  total: orNull(number),
})

const circuit = row({ panel: text, number: text, breakerAmps: maybe(number, 20), groups: listOf(text) })
export type DemoCircuit = ReturnType<typeof circuit>

const waiver = row({ rule: oneOf(...designRules), room: text, reason: text })
export type DemoWaiver = ReturnType<typeof waiver>

const level = row({
  name: text,
  shortName: text,
  /** Feet above the entrance. */
  elevation: number,
  /** Default status of its rooms. */
  status: choiceByKey(SpaceStatus),
  rooms: listOf(
    row({
      number: text,
      name: text,
      /** Key of a recipe; a room without one has no equipment. */
      recipe: orNull(text),
      area: number,
      seats: number,
      status: maybe(choiceByKey(SpaceStatus), undefined),
      /** Utility and cost limits; some rooms exceed them. */
      limits: maybe(limits, null),
      farthestViewerFt: orNull(number),
      circuits: maybe(listOf(circuit), []),
    }),
  ),
})

const rack = row({
  name: text,
  /** Room whose area group "Rack" lists the mounted equipment. The rack is located there unless `standsIn` names another room. */
  room: text,
  standsIn: orNull(text),
  enclosure: row({ manufacturer: text, model: text }),
  heightRU: number,
  mountType: choiceByKey(RackMountType),
  /** Placement of one unit of an equipment line; unit 2 of a line of two is unitIndex 2. */
  placements: listOf(
    row({
      manufacturer: text,
      model: text,
      startRU: number,
      unitIndex: maybe(number, 1),
      side: maybe(choiceByKey(RackSide), RackSide.Front),
    }),
  ),
})

const note = row({ title: text, body: text, isPinned: maybe(bool, false), author: text, day: number })

/** Days are relative to the day the demo data is created; negative is the past. */
const project = row({
  key: text,
  name: text,
  client: orNull(text),
  type: maybe(choiceByKey(ProjectType), ProjectType.Client),
  stage: choiceByKey(ProjectStage),
  status: choiceByKey(ProjectStatus),
  reason: orNull(text),
  formerStatus: orNull(choiceByKey(ProjectStatus)),
  description: text,
  address,
  associateConsultant: text,
  projectManager: text,
  team: listOf(text),
  companies: maybe(listOf(row({ company: text, type: choiceByKey(CompanyType), role: text })), []),
  /** Email addresses of contacts of the client and the companies. */
  contacts: maybe(listOf(row({ email: text, role: text, isSharedExternally: maybe(bool, false) })), []),
  installationFactor: maybe(number, 0.25),
  totalArea: number,
  createDay: maybe(number, undefined),
  startDay: number,
  targetDay: number,
  closedDay: orNull(number),
  clientBudget: number,
  buildings: listOf(row({ name: text, shortName: text, levels: listOf(level) })),
  racks: maybe(listOf(rack), []),
  waivers: maybe(listOf(waiver), []),
  notes: maybe(listOf(note), undefined),
  timeline: maybe(listOf(row({ type: choiceByKey(TimelineItemType), title: text, day: number, isDone: bool, assigned: text })), undefined),
  contracts: maybe(listOf(plannedContract), []),
})
type Given = ReturnType<typeof project>

const lead = row({
  key: text,
  name: text,
  client: orNull(text),
  status: choiceByKey(LeadStatus),
  formerStatus: orNull(choiceByKey(LeadStatus)),
  reason: orNull(text),
  isArchived: maybe(bool, false),
  description: text,
  address,
  associateConsultant: orNull(text),
  expectedRevenue: number,
  probabilityPercent: number,
  expectedCloseDay: number,
  leadSource: text,
  createDay: number,
})

const file = readData(new URL('./projects.json', import.meta.url), { projects: listOf(project), leads: listOf(lead) })

const { Milestone, Deliverable, Meeting, SiteVisit } = TimelineItemType

const kickOff = ({ projectManager, startDay }: Given) => ({
  title: 'Kick-off',
  body: '<p>Goals, room list and decision makers agreed. Client will send furniture plans within two weeks.</p>',
  isPinned: false,
  author: projectManager,
  day: startDay + 3,
})

function usualTimeline({ startDay, targetDay, projectManager, associateConsultant }: Given) {
  const quarter = Math.round((targetDay - startDay) / 4)
  const item = (type: TimelineItemType, title: string, day: number, assigned: string) => ({ type, title, day, isDone: day < 0, assigned })
  return [
    item(Meeting, 'Kick-off meeting', startDay + 2, projectManager),
    item(Deliverable, 'Basis of design', startDay + quarter, projectManager),
    item(SiteVisit, 'Survey of existing conditions', startDay + Math.round(quarter / 2), associateConsultant),
    item(Milestone, 'Drawings released', startDay + quarter * 2, projectManager),
    item(Milestone, 'Substantial completion', targetDay, associateConsultant),
  ]
}

/** Adds the defaults most demo projects share to each project's own data. */
export const demoProjects = file.projects.map(({ clientBudget, ...rest }) => ({
  ...rest,
  createDay: rest.createDay ?? rest.startDay - 35,
  budget: { clientBudget, laborFactor: 0, contingencyPercent: 5, shippingPercent: 2, taxPercent: 0 },
  buildings: rest.buildings.map(({ levels, ...building }) => ({
    ...building,
    levels: levels.map(({ status: usual, rooms, ...level }) => ({
      ...level,
      rooms: rooms.map((room) => ({ ...room, status: room.status ?? usual })),
    })),
  })),
  notes: rest.notes ?? [kickOff({ clientBudget, ...rest })],
  timeline: rest.timeline ?? usualTimeline({ clientBudget, ...rest }),
  contracts: rest.contracts.map((contract) => staffed(contract, rest.team)),
}))

export const demoLeads = file.leads
