import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

const consultant = 'consultant@bench.example.com'
const guest = 'guest@bench.example.com'
/** A tenth of the projects has an access list. Of those, a quarter lists only others. */
const restricted = 'p.id % 10 = 3'
/** The projects that an external user sees. */
const shared = 'p.id % 25 = 4'
/** Projects are added when the data grows. */
const hasNoList = (entries: string) => `not exists (select from ${entries} e where e.project_id = p.id)`

/** Signs in without a password, which would take a session of a real sign-in. */
async function openSession(client: pg.Client, email: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `insert into sessions (token_hash, user_id, expires_date, user_agent, ip, permissions_version)
     select $2, id, now() + interval '1 day', 'bench', '127.0.0.1', permissions_version from users where email = $1`,
    [email, createHash('sha256').update(token).digest('hex')],
  )
  return token
}

/**
 * Creates a consultant in two groups and an external user in one, and gives a tenth of the projects an access list of three users and a
 * group. A quarter of these lists includes the consultant, and half of them one of their groups.
 */
export async function growPeople(client: pg.Client) {
  const { rows } = await client.query('select from users where email = $1', [consultant])
  if (rows.length === 0) await createPeople(client)
  await giveAccess(client)
  await client.query('vacuum (analyze)')
}

async function createPeople(client: pg.Client) {
  await client.query(
    `insert into users (email, first_name, last_name, role_id, is_external_user)
     select x.email, 'Bench', x.name, r.id, r.is_external
     from (values ($1, 'Consultant', 'Consultant'), ($2, 'Guest', 'External Viewer')) x(email, name, role) join roles r on r.name = x.role`,
    [consultant, guest],
  )
  await client.query(
    `with made as (
       insert into access_groups (name, is_external) values ('Bench inside 1', false), ('Bench inside 2', false), ('Bench outside', false), ('Bench guests', true)
       returning id, name)
     insert into access_group_members (access_group_id, user_id)
     select made.id, u.id from made join users u on case made.name
       when 'Bench guests' then u.email = $2
       when 'Bench outside' then u.email like 'bench-1%'
       else u.email = $1 or u.email like 'bench-2%' end`,
    [consultant, guest],
  )
}

async function giveAccess(client: pg.Client) {
  const group = (name: string) => `(select id from access_groups where name = 'Bench ${name}')`
  // Both inserts of the list must see the same projects without one.
  await client.query(
    `create temp table new_lists as select p.id from projects p where ${restricted} and ${hasNoList('project_access_entries')}`,
  )
  await client.query(
    `insert into project_access_entries (project_id, user_id)
     select p.id, u.id from new_lists p join lateral (
         select id from users where email = $1 and p.id / 10 % 4 = 0
         union select u.ids[1 + (p.id * 7 + n) % array_length(u.ids, 1)] from generate_series(1, 3) n,
           (select array_agg(id order by email) as ids from users where email like 'bench-%') u) u on true`,
    [consultant],
  )
  await client.query(
    `insert into project_access_entries (project_id, access_group_id)
     select p.id, case p.id / 10 % 4 when 1 then ${group('inside 1')} when 2 then ${group('inside 2')} else ${group('outside')} end
     from new_lists p`,
  )
  await client.query('drop table new_lists')
  await client.query(
    `insert into project_external_access_entries (project_id, user_id, access_group_id, show_prices, is_live)
     select p.id, case when p.id % 2 = 0 then u.id end, case when p.id % 2 <> 0 then ${group('guests')} end, true, p.id % 4 < 2
     from projects p, users u where u.email = $1 and ${shared} and ${hasNoList('project_external_access_entries')}`,
    [guest],
  )
}

export const consultantToken = (client: pg.Client) => openSession(client, consultant)
export const guestToken = (client: pg.Client) => openSession(client, guest)

/** Projects that the consultant may not see. They are not among those that every asker requests. */
export async function hiddenProjects(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query(`select p.id::int from projects p where ${restricted} and p.id / 10 % 4 = 3`)
  return rows.map(({ id }) => id)
}

export async function sharedProjects(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query(`select p.id::int from projects p where ${shared} and not p.is_deleted order by p.id limit 60`)
  return rows.map(({ id }) => id)
}
