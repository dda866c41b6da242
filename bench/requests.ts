import type pg from 'pg'
import { LaborType } from '../src/model/access/enums.ts'
import { ContractStatus, PhaseRecordType } from '../src/model/contracts/enums.ts'
import { addMonths } from '../src/model/kit/dates.ts'
import { wiredRoom } from './cables.ts'
import { kinds, makerNames, words } from './data.ts'
import { hoursAsked } from './hours.ts'
import { hiddenProjects, sharedProjects } from './people.ts'
import { benchTeam } from './plans.ts'

export interface Request {
  method: string
  path: string
  body?: Record<string, unknown>
}
export interface Kind {
  name: string
  aim: number
  /** Target ratio to the bare server, set only if the bare server supports this request. */
  bareAim?: number
  /** True if only an external user asks. */
  isExternal?: boolean
  requests: Request[]
}

export const marker = '~00000000~'

const createRequests = (count: number, make: (n: number) => Request) => Array.from({ length: count }, (_, n) => make(n))

export async function makeKinds(client: pg.Client): Promise<Kind[]> {
  const ids = async (table: string, limit: number) =>
    (await client.query(`select id::int from ${table} where id % 7 = 1 and not is_deleted order by md5(id::text) limit ${limit}`)).rows.map(
      (row) => row.id as number,
    )
  const all = async (table: string) => (await client.query(`select id::int from ${table} order by id`)).rows.map((row) => row.id as number)
  const equipment = await ids('equipments', 100)
  const models = (await client.query('select model, tag from equipments where id = any($1) order by id', [equipment])).rows
  const hidden = new Set(await hiddenProjects(client))
  const projects = (await ids('projects', 90)).filter((id) => !hidden.has(id)).slice(0, 60)
  const shared = await sharedProjects(client)
  const manufacturers = await all('manufacturers')
  const categories = (await client.query('select id::int from categories where number > 90000 order by id')).rows.map(
    (row) => row.id as number,
  )
  const many = (await client.query(`select id::int from equipments where not is_deleted order by md5(id::text || 'bulk') limit 2000`)).rows
  const pages = Math.max(
    1,
    Math.floor(((await client.query('select count(*)::int as n from equipments where not is_deleted')).rows[0].n - 1) / 100),
  )
  const fitOut = (
    await client.query(
      `select s.id::int, s.project_id::int as "projectId" from spaces s join projects p on p.id = s.project_id and p.number = 'BFITOUT'
       where not s.is_deleted order by s.id`,
    )
  ).rows as { id: number; projectId: number }[]
  const wired = await wiredRoom(client)
  const hours = await hoursAsked(client)
  const team = await benchTeam(client)
  // Unassigned hours in approved contracts, and a phase of a draft, each with its project.
  const everyPlan = (
    await client.query(
      `select c.project_id::int as "projectId", ph.id::int as "phaseId", r.id::int as "recordId", c.status
       from contracts c join construction_phases ph on ph.contract_id = c.id and ph."order" = 1
         join lateral (select id from phase_records r where r.phase_id = ph.id and r.hours > 0 order by id limit 1) r on true
       where c.number like 'BENCH-%' and ph.end_date >= current_date order by md5(c.id::text) limit 200`,
    )
  ).rows as { projectId: number; phaseId: number; recordId: number; status: number }[]
  const plans = everyPlan.filter(({ projectId }) => !hidden.has(projectId))
  const [approved, drafts] = [
    plans.filter(({ status }) => status === ContractStatus.Approved),
    plans.filter(({ status }) => status === ContractStatus.Draft),
  ]
  const full = (n: number) => ({
    tag: `BENCH-${n}`,
    model: `Bench ${marker}`,
    partNumber: `BN${n}`,
    description: 'Written by the benchmark',
    manufactureId: manufacturers[n % manufacturers.length],
    categoryId: categories[n % categories.length],
    msrpPrice: 1234.5,
    widthIn: 17,
    isRackMountable: true,
    rackUnits: 1,
    powerSpecs: [],
    ports: [],
  })
  return [
    {
      name: 'list',
      aim: 0.7,
      bareAim: 0.6,
      requests: createRequests(60, (n) => ({ method: 'GET', path: listPath(n, manufacturers, categories) })),
    },
    {
      name: 'filtered',
      aim: 0.7,
      bareAim: 0.6,
      requests: createRequests(60, (n) => ({
        method: 'GET',
        path: `/api/equipments?itemsPerPage=25&page=1&categoryIds=${categories[n % categories.length]}&manufacturerIds=${manufacturers[n % manufacturers.length]}`,
      })),
    },
    {
      name: 'deep',
      aim: 0.7,
      bareAim: 0.6,
      requests: createRequests(10, (n) => ({
        method: 'GET',
        path: `/api/equipments?itemsPerPage=10&page=${Math.min(500, pages * 8) - n}`,
      })),
    },
    {
      name: 'search',
      aim: 0.7,
      bareAim: 0.6,
      requests: createRequests(60, (n) => ({ method: 'GET', path: `/api/equipments?itemsPerPage=25&search=${term(n, models)}` })),
    },
    {
      name: 'letters',
      aim: 0.7,
      requests: createRequests(20, (n) => ({
        method: 'GET',
        path: `/api/equipments?itemsPerPage=25&search=${'qzxjv'[n % 5]}${'xjqzw'[n >> 2]}`,
      })),
    },
    {
      name: 'spotlight',
      aim: 0.7,
      requests: createRequests(60, (n) => ({ method: 'GET', path: `/api/spotlight?term=${term(n, models)}` })),
    },
    {
      name: 'aggregates',
      aim: 0.7,
      bareAim: 0.6,
      requests: createRequests(40, (n) => ({ method: 'GET', path: `/api/projects?itemsPerPage=12&page=${1 + n}` })),
    },
    {
      name: 'detail',
      aim: 0.4,
      bareAim: 0.4,
      requests: createRequests(60, (n) => ({ method: 'GET', path: `/api/equipments/${equipment[n]}` })),
    },
    {
      name: 'project',
      aim: 0.4,
      bareAim: 0.4,
      requests: createRequests(60, (n) => ({ method: 'GET', path: `/api/projects/${projects[n]}` })),
    },
    {
      name: 'portal',
      aim: 0.7,
      isExternal: true,
      requests: createRequests(4, (n) => ({ method: 'GET', path: `/api/externalProjects?itemsPerPage=25&page=${1 + n}` })),
    },
    {
      name: 'portalProject',
      aim: 0.4,
      isExternal: true,
      requests: createRequests(shared.length, (n) => ({ method: 'GET', path: `/api/externalProjects/${shared[n]}` })),
    },
    {
      name: 'create',
      aim: 0.4,
      bareAim: 0.25,
      requests: createRequests(20, (n) => ({ method: 'POST', path: '/api/equipments', body: full(n) })),
    },
    {
      name: 'update',
      aim: 0.4,
      bareAim: 0.25,
      requests: createRequests(60, (n) => ({
        method: 'PUT',
        path: `/api/equipments/${equipment[n]}`,
        body: { ...full(n), tag: models[n].tag, model: `Benched ${equipment[n]}`, description: `Changed ${marker}` },
      })),
    },
    { name: 'space', aim: 0.4, requests: createRequests(1, () => ({ method: 'GET', path: `/api/spaces/${fitOut[0]!.id}` })) },
    {
      name: 'line',
      aim: 0.4,
      requests: createRequests(20, (n) => ({
        method: 'POST',
        path: `/api/spaces/${fitOut[1 + n]!.id}/Equipment`,
        body: { equipmentId: equipment[n], quantity: 1, notes: `Added ${marker}` },
      })),
    },
    {
      name: 'budgets',
      aim: 0.4,
      requests: createRequests(1, () => ({ method: 'GET', path: `/api/projects/${fitOut[0]!.projectId}/SpaceBudgets` })),
    },
    {
      name: 'spaces',
      aim: 0.7,
      requests: createRequests(2, (n) => ({
        method: 'GET',
        path: `/api/spaces?itemsPerPage=25&page=${1 + n}&groupBy=level&projectId=${fitOut[0]!.projectId}`,
      })),
    },
    // Reads the diagram and checks of a room with 150 units and 300 cables, the schedule of 5,100 cables and its check, and renumbers all
    // of them.
    { name: 'diagram', aim: 0.4, requests: createRequests(1, () => ({ method: 'GET', path: `/api/spaces/${wired.id}/Diagram` })) },
    {
      name: 'roomChecks',
      aim: 0.4,
      requests: createRequests(1, () => ({
        method: 'GET',
        path: `/api/projects/${wired.projectId}/Connections/Check?spaceId=${wired.id}`,
      })),
    },
    {
      name: 'cables',
      aim: 0.7,
      bareAim: 0.6,
      requests: createRequests(20, (n) => ({
        method: 'GET',
        path: `/api/projects/${wired.projectId}/Connections?itemsPerPage=25&page=${1 + n}`,
      })),
    },
    {
      name: 'wiringCheck',
      aim: 0.4,
      requests: createRequests(1, () => ({ method: 'GET', path: `/api/projects/${wired.projectId}/DesignCheck` })),
    },
    {
      name: 'renumber',
      aim: 0.4,
      requests: createRequests(1, () => ({ method: 'PUT', path: `/api/projects/${wired.projectId}/Connections/Number`, body: {} })),
    },
    {
      name: 'inventory',
      aim: 0.5,
      requests: createRequests(40, (n) => ({ method: 'GET', path: `/api/equipments?itemsPerPage=100&page=${1 + ((n * 37) % pages)}` })),
    },
    {
      name: 'board',
      aim: 0.6,
      bareAim: 0.6,
      requests: createRequests(4, (n) => ({ method: 'GET', path: `/api/boards/BigBoard?depth=phase&${year(n)}` })),
    },
    {
      name: 'boardSums',
      aim: 0.6,
      requests: createRequests(4, (n) => ({ method: 'GET', path: `/api/boards/BigBoard/Summary?${year(n)}` })),
    },
    {
      name: 'smallBoard',
      aim: 0.6,
      requests: createRequests(20, (n) => ({ method: 'GET', path: `/api/boards/SmallBoard/${approved[n]!.projectId}` })),
    },
    {
      name: 'boardEdit',
      aim: 0.4,
      requests: createRequests(20, (n) => ({
        method: 'POST',
        path: `/api/boards/SmallBoard/${drafts[n]!.projectId}/Phases/${drafts[n]!.phaseId}/Entries`,
        body: { type: PhaseRecordType.GenericEntry, genericName: `Bench ${marker}`, laborType: LaborType.VI, hours: 8 },
      })),
    },
    {
      name: 'matcher',
      aim: 0.6,
      requests: createRequests(20, (n) => ({ method: 'GET', path: `/api/resourceOffers/Matches?recordId=${approved[n]!.recordId}` })),
    },
    {
      name: 'balance',
      aim: 0.4,
      requests: createRequests(1, () => ({ method: 'GET', path: `/api/resourceOffers/Balance?${hours.balance}` })),
    },
    {
      name: 'inbox',
      aim: 0.7,
      bareAim: 0.6,
      requests: createRequests(20, (n) => ({ method: 'GET', path: `${hours.inbox}&page=${1 + n}` })),
    },
    {
      name: 'workload',
      aim: 0.6,
      requests: createRequests(4, (n) => ({ method: 'GET', path: `/api/workload?${year(n)}&teamIds=${team}` })),
    },
    {
      name: 'bulk',
      aim: 0.4,
      requests: createRequests(4, (n) => ({
        method: 'PUT',
        path: '/api/equipments/BulkUpdate',
        body: { rows: many.slice(n * 500, n * 500 + 500).map(({ id }) => ({ id, tag: `BULK-${n}`, notes: `Changed ${marker}` })) },
      })),
    },
  ]
}

function year(n: number) {
  const from = addMonths(new Date().toISOString().slice(0, 7), n - 2)
  return `from=${from}&to=${addMonths(from, 11)}`
}

function listPath(n: number, manufacturers: number[], categories: number[]) {
  const page = 1 + (n % 12)
  const filters = [
    '',
    '',
    `&categoryIds=${categories[n % categories.length]}`,
    `&manufacturerIds=${manufacturers[n % manufacturers.length]}`,
    `&manufacturerIds=${manufacturers[n % 50]}&manufacturerIds=${manufacturers[50 + (n % 50)]}&categoryIds=${categories[n % 60]}`,
  ]
  const orders = ['', '&sortBy=model', '&sortBy=tag&sortDesc=true', '&sortBy=updateDate&sortDesc=true']
  const filter = filters[n % filters.length]!
  // A filtered list has few pages.
  return `/api/equipments?itemsPerPage=25&page=${filter ? 1 : page}${filter}${orders[(n >> 2) % orders.length]}`
}

function term(n: number, models: { model: string; tag: string }[]) {
  const { model, tag } = models[n % models.length]!
  const maker = makerNames[n % makerNames.length]!.slice(1, 6)
  const terms = [
    model.slice(2, 10),
    `${maker} ${model.slice(0, 4)}`,
    model.slice(5),
    `${tag.slice(1)} ${maker}`,
    `${kinds[n % 10]!.slice(1, 5)} ${words[n % 10]!} ${model.slice(0, 3)}`,
  ]
  return encodeURIComponent(terms[n % terms.length]!)
}
