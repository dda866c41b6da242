import type pg from 'pg'
import { LaborType } from '../src/model/access/enums.ts'
import {
  ConstructionPhaseType,
  ContractOrigin,
  ContractStatus,
  ContractType,
  PhaseDateRangeType,
  PhaseRecordType,
} from '../src/model/contracts/enums.ts'
import { addMonths, firstDayOf, lastDayOf } from '../src/model/kit/dates.ts'
import { ResourceOfferState } from '../src/model/planning/enums.ts'
import { ProjectStage } from '../src/model/projects/enums.ts'

const number = 'BENCH-HOURS'
const [records, entries] = [5000, 10_000]
const currentMonth = () => new Date().toISOString().slice(0, 7)

export async function growHours(client: pg.Client) {
  const { rows } = await client.query('select count(*)::int as present from contracts where number = $1', [number])
  if (rows[0].present > 0) return
  const [contract] = (
    await client.query(
      `insert into contracts (project_id, number, name, type, origin, status, proposal_type)
       select max(id), $1, 'Hours to move', ${ContractType.Proposal}, ${ContractOrigin.Manual}, ${ContractStatus.Approved}, 1
       from projects where not is_deleted and stage = ${ProjectStage.Opportunity} returning id`,
      [number],
    )
  ).rows
  await client.query(
    `insert into contract_labor_rates (contract_id, labor_type, sell_rate, cost_rate, ga_fee_percent)
     select $1, t, 15000 + 1000 * t, 6000 + 500 * t, 10 from generate_series(1, 8) t`,
    [contract.id],
  )
  await client.query(
    `insert into construction_phases (contract_id, type, name, date_range_type, start_date, end_date, "order", fee_type)
     select $1, ${ConstructionPhaseType.CD}, 'Part ' || n, ${PhaseDateRangeType.Custom}, $2, $3, n, 1 from generate_series(1, 50) n`,
    [contract.id, firstDayOf(currentMonth()), lastDayOf(addMonths(currentMonth(), 11))],
  )
  await client.query(
    `insert into phase_records (contract_id, phase_id, type, generic_name, labor_type, hours)
     select ph.contract_id, ph.id, ${PhaseRecordType.GenericEntry}, 'Somebody ' || n, ${LaborType.SC}, 48000
     from construction_phases ph, generate_series(1, ${records / 50}) n where ph.contract_id = $1`,
    [contract.id],
  )
  await client.query(
    `insert into notifications (user_id, event_key, kind, reason, entity, entity_id, project_id, title, text, link, create_date)
     select u.id, 'bench ' || n, 'project', (array['assigned', 'mentioned', 'watching'])[1 + n % 3], 'projects', p.ids[1 + n % array_length(p.ids, 1)], p.ids[1 + n % array_length(p.ids, 1)],
       'Bench entry ' || n, 'Something happened', '/projects/' || p.ids[1 + n % array_length(p.ids, 1)], now() - n * interval '1 minute'
     from generate_series(1, ${entries}) n, (select id from users where email = 'admin@example.com') u,
       (select array_agg(id) as ids from (select id from projects where not is_deleted order by id limit 1000) x) p`,
  )
  await client.query('vacuum (analyze)')
}

export async function hoursAsked(client: pg.Client) {
  const [{ projectId }] = (await client.query('select project_id::int as "projectId" from contracts where number = $1', [number])).rows
  return {
    balance: `projectId=${projectId}&from=${currentMonth()}&to=${addMonths(currentMonth(), 11)}`,
    inbox: '/api/inbox?itemsPerPage=25',
  }
}

interface Product {
  port: number
  token: string
}

/** Approves offers of that project one at a time; each approval writes a contract. */
export async function measureApprovals(client: pg.Client, { port, token }: Product) {
  const call = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, body: JSON.stringify(body) })
    const created = (await answer.json()) as { id: number }
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(created)}`)
    return created
  }
  const found = await client.query(
    `select r.id::int, c.project_id::int as "projectId", (select id from users where email like 'bench-%' order by email limit 1) as person
     from phase_records r join contracts c on c.id = r.contract_id where c.number = $1 order by md5(r.id::text) limit 40`,
    [number],
  )
  const times: number[] = []
  for (const { id, projectId, person } of found.rows as { id: number; projectId: number; person: string }[]) {
    const line = { phaseRecordId: id, contractId: null, phaseType: null, laborType: null, month: addMonths(currentMonth(), 1), hours: 2 }
    const offer = await call('POST', '/resourceOffers', { projectId, targetUserId: person, lines: [line] })
    await client.query('update resource_offers set state = $2 where id = $1', [offer.id, ResourceOfferState.PendingManagement])
    const since = performance.now()
    await call('PUT', `/resourceOffers/${offer.id}/Approve`, {})
    times.push(performance.now() - since)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? Number.NaN).toFixed(1)
  console.log(`\nAn offer of a project with ${records} entries of hours is approved in ${at(0.5)} ms (p95 ${at(0.95)}); aim: under 60 ms`)
}
