/**
 * A fixed sample of ways to break the product, each with the tests that must notice. `was` stands exactly once in its file;
 * whoever changes that place changes the sample with it.
 */
const server = (file) => `src/server/${file}`
const one = (kind, name, file, was, becomes, ...tests) => ({ kind, name, file, was, becomes, tests })

const http = server('kit/request/http.ts')
const list = server('kit/list/list.ts')
const rows = server('kit/entity/rows.ts')
const sessions = server('access/sessions.ts')
const scope = server('projects/scope.ts')
const live = server('kit/live/live.ts')
const jobs = server('kit/jobs/jobs.ts')
const money = 'src/model/kit/money.ts'

const permissions = 'test/permissions.test.ts'
const masks = 'test/masks.test.ts'
const account = server('access/account.test.ts')
const users = server('access/users.test.ts')
const rolesTest = server('access/roles.test.ts')
const scopeTest = server('projects/scope.test.ts')
const liveTest = server('kit/live/live.test.ts')
const listTest = server('kit/list/list.test.ts')
const signalTypes = server('catalogue/signal-types.test.ts')
const sums = server('spaces/sums.test.ts')

export const mutations = [
  one(
    'authorization',
    'one permission is not asked for',
    http,
    'if (!actor.held.has(need)) throw',
    'if (!actor.held.size) throw',
    permissions,
  ),
  one('authorization', 'of several permissions the last is enough', http, 'need.all.find((', 'need.all.slice(-1).find((', permissions),
  one(
    'authorization',
    'people from outside are colleagues',
    http,
    'if (actor.isExternal) throw forbidden()',
    'if (!actor.userId) throw forbidden()',
    permissions,
  ),
  one(
    'authorization',
    'a session outlives its permissions',
    sessions,
    'row.session_version !== row.permissions_version',
    'row.session_version > row.permissions_version',
    users,
    rolesTest,
  ),
  one(
    'authorization',
    'somebody suspended goes on',
    sessions,
    'and not u.is_suspended and not u.is_deleted join',
    'and not u.is_deleted join',
    users,
  ),
  one('authorization', 'a session never ends', sessions, 's.expires_date > now() and ', '', account),
  one(
    'authorization',
    'the last administrator may go',
    server('access/roles.ts'),
    'if (!left) throw conflict(',
    'if (left === null) throw conflict(',
    users,
    rolesTest,
  ),
  one(
    'authorization',
    'a link to set a password is good for ever',
    server('access/account.ts'),
    'expires_date > now() as valid',
    'true as valid',
    account,
  ),
  one(
    'authorization',
    'a signature never ends',
    server('tools/signed-address.ts'),
    ' && Number(expires) * 1000 > now.getTime()',
    '',
    server('tools/signed-address.test.ts'),
  ),
  one(
    'authorization',
    'a made file opens like a picture',
    server('kit/files/files.ts'),
    '=> `${secret} for downloads`',
    '=> secret',
    server('reports/download-tasks.test.ts'),
  ),
  one(
    'authorization',
    'a job runs with the rights its person had',
    server('product.ts'),
    `case when u.is_suspended or u.is_deleted then '{}' else r.permissions end`,
    'r.permissions',
    server('reports/download-tasks.test.ts'),
  ),
  one(
    'authorization',
    'live events without permission',
    live,
    '(!needs || user.held.includes(needs))',
    'user.held !== undefined',
    liveTest,
  ),
  one('authorization', 'live events to people from outside', live, '!user.isExternal && (', '(', liveTest),
  one(
    'authorization',
    'a connection token does not expire',
    live,
    `interval '30 seconds' as valid`,
    `interval '30 minutes' as valid`,
    liveTest,
  ),
  one(
    'authorization',
    'a body that nobody declared comes through',
    http,
    'isDeclared ? (request.body ?? {}) : {}',
    '(request.body ?? {})',
    server('kit/request/bodies.test.ts'),
  ),

  one(
    'scope',
    'people from outside see projects',
    scope,
    `if (actor.isExternal) return 'false'`,
    `if (!actor.userId) return 'false'`,
    scopeTest,
  ),
  one(
    'scope',
    'an access list keeps nobody out',
    scope,
    'not exists (select from project_access_entries e where e.project_id = ${alias}.id)',
    'true',
    scopeTest,
  ),
  one(
    'scope',
    'groups on an access list do not count',
    scope,
    'or e.access_group_id in (select m.access_group_id from access_group_members m where m.user_id = ${id})',
    '',
    scopeTest,
  ),
  one(
    'scope',
    'being listed replaces the permission',
    scope,
    'return `(${mayView} and (${reasons',
    'return `(${mayView} or (${reasons',
    scopeTest,
  ),
  one('scope', 'a lead is seen like a project', scope, 'lead === other ? lead : `case', 'lead !== other ? other : `case', scopeTest),
  one(
    'scope',
    'what is below a deleted project stays',
    scope,
    '(not seen.is_deleted or ${evenDeleted})',
    'true',
    server('projects/projects.test.ts'),
    server('spaces/spaces.test.ts'),
  ),
  one(
    'scope',
    'private totals are kept',
    list,
    'add(definition.scope(actor, p))',
    'add(definition.scope(actor, p), true)',
    server('kit/list/private-totals.test.ts'),
  ),
  one(
    'scope',
    'a change is told past the scope',
    live,
    'if (!seen || seen.has(connection.user.id)) connection',
    'if (seen !== null) connection',
    liveTest,
  ),
  one(
    'scope',
    'downloads of others are listed',
    server('reports/download-tasks.ts'),
    `(actor.held.has('DownloadCenter.Manage') ? undefined`,
    `(actor.held.has('DownloadCenter.View') ? undefined`,
    server('reports/download-tasks.test.ts'),
  ),

  one(
    'masks',
    'a masked field is answered',
    rows,
    'columns.filter(({ field }) => !field.mask || actor.held.has(field.mask))',
    'columns.filter(() => actor.held)',
    masks,
  ),
  one(
    'masks',
    'a masked column can be sorted by',
    list,
    '(!column?.field.mask || actor.held.has(column.field.mask))',
    'actor.held !== undefined',
    masks,
  ),
  one(
    'masks',
    'a masked field can be written',
    server('kit/resource/serve.ts'),
    '!isSame(field, values[key], hidden[answerKey(key, field)])) throw',
    'key === undefined) throw',
    masks,
  ),
  one(
    'masks',
    'a masked field is exported',
    server('reports/list-export.ts'),
    '.filter(({ field }) => !field.mask || ctx.actor.held.has(field.mask))',
    '',
    masks,
  ),
  one(
    'masks',
    'what happened tells a masked value',
    server('kit/entity/audit.ts'),
    'field.mask\n        ? {',
    'field.mask === null\n        ? {',
    masks,
  ),
  one(
    'masks',
    'a masked field is taken back by whoever does not see it',
    server('activity/change-set-plan.ts'),
    'mask !== undefined && !actor.held.has(mask)',
    'mask === null',
    masks,
  ),

  one('money', 'the price of a line counts once', server('spaces/sums.ts'), 'sum(l.quantity * coalesce(', 'sum(coalesce(', sums),
  one(
    'money',
    'cancelled spaces are counted',
    server('projects/sums.ts'),
    'and s.status not in (${uncountedStatuses.join',
    'and s.status not in (-1, ${uncountedStatuses.slice(1).join',
    sums,
  ),
  one(
    'money',
    'a new price reaches no space',
    server('spaces/sums.ts'),
    'o.msrp_price <> n.msrp_price',
    'o.msrp_price > n.msrp_price',
    sums,
  ),

  one('rounding', 'half a cent is rounded down', money, '(top * 2n + bottom)', '(top * 2n + bottom - 1n)', 'src/model/kit/money.test.ts'),
  one('rounding', 'near a half the machine is believed', money, 'over * 2 >= unit', 'over * 2 > unit', 'src/model/kit/money.test.ts'),
  one(
    'rounding',
    'installation of a bill is rounded down',
    server('reports/bom.ts'),
    'Math.round(all.cents * installationFactor)',
    'Math.floor(all.cents * installationFactor)',
    server('reports/bom-rounding.test.ts'),
  ),

  one('order', 'rows without the value stand first', list, `'desc nulls last'`, `'desc'`, server('kit/list/empty-last.test.ts')),
  one('order', 'like rows lose their order from page to page', list, `isDown ? 'id desc' : 'id'`, `isDown ? 'id' : 'id desc'`, listTest),
  one('order', 'the last day is left out', list, '::date + 1`', '::date`', signalTypes),
  one(
    'order',
    'a filter by none finds only none',
    list,
    '(${column} = any(${p.add(all)}) or ${column} is null)',
    '${column} is null',
    server('catalogue/equipment.test.ts'),
  ),
  one('order', 'a job is tried once more', jobs, 'row.attempts >= most', 'row.attempts > most', server('kit/jobs/jobs.test.ts')),
  one(
    'order',
    'a lost job is tried for ever',
    jobs,
    'if (row.attempts > most) throw',
    'if (row.attempts > most + 9) throw',
    server('kit/jobs/jobs.test.ts'),
  ),
  one(
    'order',
    'an act is done again under the same key',
    http,
    'if (claimed.length > 0) return undefined',
    'if (claimed.length >= 0) return undefined',
    signalTypes,
  ),
  one('order', 'a key is good for another act', http, 'if (known?.hash !== hash) throw', 'if (known?.hash === null) throw', signalTypes),
]
