import type pg from 'pg'
import { ContractOrigin, ContractStatus, ContractType, PhaseDateRangeType, PhaseRecordType } from '../src/model/contracts/enums.ts'
import { ProjectStage } from '../src/model/projects/enums.ts'

/** Counts of users and projects; per project three contracts, each with four phases of five records. */
const [people, projects, contracts, phases, records] = [200, 1000, 3, 4, 5]
const inTeam = 60
const team = 'Bench team'

/** Pseudo-random number below `limit` for row n, uncorrelated between `salt` values. */
const randomSql = (salt: number, limit: number, seedExpression = 'n') =>
  `((hashint8extended(${seedExpression}, ${salt}) & 1073741823) % ${limit})::int`

/**
 * Creates the data for boards and workload: a firm of 200 users with 3,000 contracts, 12,000 phases, and 60,000 records over three years
 * around today.
 */
export async function growPlans(client: pg.Client) {
  const { rows } = await client.query(`select count(*)::int as present from contracts where number like 'BENCH-%'`)
  if (rows[0].present >= projects * contracts) return
  await client.query(
    `insert into users (email, first_name, last_name, role_id, default_labor_type)
     select 'bench-' || n || '@example.com', 'Bench', 'Person ' || n, (select min(id) from roles), 1 + n % 8 from generate_series(1, ${people}) n
     on conflict do nothing`,
  )
  await client.query(
    `insert into contracts (project_id, number, name, type, origin, status, proposal_type)
     select p.id, 'BENCH-' || p.id || '-' || n, 'Proposal ' || n, ${ContractType.Proposal}, ${ContractOrigin.Manual},
       case when n < ${contracts} then ${ContractStatus.Approved} else ${ContractStatus.Draft} end, 1
     from (select id from projects where not is_deleted and stage = ${ProjectStage.Opportunity} order by id limit ${projects}) p, generate_series(1, ${contracts}) n
     where not exists (select from contracts c where c.number = 'BENCH-' || p.id || '-' || n)`,
  )
  const bench = `(select id, row_number() over (order by id) as at from contracts where number like 'BENCH-%')`
  await client.query(
    `insert into contract_labor_rates (contract_id, labor_type, sell_rate, cost_rate, ga_fee_percent)
     select c.id, t, 15000 + 1000 * t, 6000 + 500 * t, 10 from ${bench} c, generate_series(1, 8) t
     where not exists (select from contract_labor_rates r where r.contract_id = c.id)`,
  )
  await client.query(
    `insert into construction_phases (contract_id, type, name, date_range_type, start_date, end_date, "order", fee_type, fee)
     select c.id, 1 + n % 4, 'Phase ' || n, ${PhaseDateRangeType.Custom}, x.start, x.start + 40 + ${randomSql(2, 120, 'c.id * 7 + n')}, n,
       case when c.at % 5 = 0 then 2 else 1 end, case when c.at % 5 = 0 then 5000000 end
     from ${bench} c, generate_series(1, ${phases}) n,
       lateral (select current_date - 540 + ${randomSql(1, 1000, 'c.id * 7 + n')} as start) x
     where not exists (select from construction_phases ph where ph.contract_id = c.id)`,
  )
  await client.query(
    `insert into phase_records (contract_id, phase_id, type, user_id, labor_type, hours)
     select ph.contract_id, ph.id, ${PhaseRecordType.AssignedUser}, u.ids[1 + ((ph.id + n * 11) % ${people})::int], 1 + (ph.id + n) % 8,
       400 + 25 * ${randomSql(3, 600, 'ph.id * 9 + n')}
     from construction_phases ph join ${bench} c on c.id = ph.contract_id, generate_series(1, ${records}) n,
       (select array_agg(id order by email) as ids from users where email like 'bench-%') u
     where not exists (select from phase_records r where r.phase_id = ph.id)`,
  )
  await client.query(
    `with made as (insert into teams (name) select $1 where not exists (select from teams where name = $1) returning id)
     insert into team_members (team_id, user_id) select made.id, u.id from made, (select id from users where email like 'bench-%' order by email limit ${inTeam}) u`,
    [team],
  )
  await client.query('vacuum (analyze)')
}

export async function benchTeam(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select id::int from teams where name = $1', [team])
  return rows[0].id
}
