import { expect, it } from 'vitest'
import { createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()

/** Seeded, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { below: (n: number) => Math.floor(roll() * n), pick: <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)]! }
}

/** Computes sums from scratch by domain 9.1, without the stored columns. */
const wrongSpaces = `select s.id from spaces s
  left join lateral (
    select coalesce(sum(l.quantity), 0) as n, coalesce(sum(l.quantity * coalesce(l.unit_price_override, l.frozen_unit_price, e.msrp_price)), 0) as price
    from space_equipment l join equipments e on e.id = l.equipment_id where l.space_id = s.id and not l.is_deleted) x on true
  where s.equipment_count <> x.n or s.total_msrp_price <> x.price`
const wrongProjects = `select p.id from projects p
  left join lateral (
    select count(distinct s.id) as spaces, coalesce(sum(l.quantity), 0) as n,
      coalesce(sum(l.quantity * coalesce(l.unit_price_override, l.frozen_unit_price, e.msrp_price)), 0) as price
    from spaces s left join space_equipment l on l.space_id = s.id and not l.is_deleted left join equipments e on e.id = l.equipment_id
    where s.project_id = p.id and not s.is_deleted and s.status not in (4, 6)) x on true
  where p.space_count <> x.spaces or p.equipment_count <> x.n or p.total_msrp_price <> x.price`

async function expectRight(after: string) {
  expect(await app.sql(wrongSpaces), `spaces after ${after}`).toEqual([])
  expect(await app.sql(wrongProjects), `projects after ${after}`).toEqual([])
}

it('keeps sums correct through a random walk of every kind of change', async () => {
  const { below, pick } = dice(20_261_121)
  const projects = [await createProject(app), await createProject(app), await createProject(app)]
  const products = [
    await createProduct(app),
    await createProduct(app, { msrpPrice: 0.01 }),
    await createProduct(app, { msrpPrice: 12_345.67 }),
  ]
  for (const project of projects) for (let i = 0; i < 3; i++) await createSpace(app, project)
  const item = async (table: string, condition = 'not is_deleted'): Promise<AnyRow | undefined> =>
    pick(await app.sql(`select * from ${table} where ${condition} order by id`))
  const call = app.admin

  const moves: Record<string, () => Promise<unknown>> = {
    async add() {
      const space = await item('spaces')
      const unitPriceOverride = below(4) === 0 ? below(10_000) / 100 : null
      return call('POST', `/api/spaces/${space?.id}/Equipment`, {
        equipmentId: pick(products).id,
        quantity: 1 + below(5),
        unitPriceOverride,
      })
    },
    async change() {
      const line = await item('space_equipment')
      const unitPriceOverride = below(3) === 0 ? below(10_000) / 100 : null
      return call('PUT', `/api/spaces/${line?.space_id}/Equipment/${line?.id}`, { quantity: 1 + below(9), unitPriceOverride })
    },
    async take() {
      const line = await item('space_equipment')
      return call('DELETE', `/api/spaces/${line?.space_id}/Equipment/${line?.id}`)
    },
    async dissolveGroup() {
      const group = await item('area_groups')
      return call('DELETE', `/api/spaces/${group?.space_id}/AreaGroups/${group?.id}?deleteEquipment=${below(2) === 0}`)
    },
    makeSpace: () =>
      createSpace(app, pick(projects), { equipment: [{ equipmentId: pick(products).id, quantity: 2 }] }).catch(() => undefined),
    async cloneSpace() {
      const space = await item('spaces')
      return call('POST', `/api/spaces/${space?.id}/Clone`, {
        name: `Clone ${below(1e9)}`,
        projectId: space?.project_id,
        levelId: space?.level_id,
      })
    },
    deleteSpace: async () => call('DELETE', `/api/spaces/${(await item('spaces'))?.id}`),
    restoreSpace: async () => call('PUT', `/api/spaces/${(await item('spaces', 'is_deleted'))?.id}/restore`, {}),
    async bulkDelete() {
      const ids = (
        await app.sql('select id from spaces where project_id = $1 and not is_deleted order by id limit 2', [pick(projects).id])
      ).map(({ id }) => id)
      return call('POST', '/api/spaces/BulkDelete', { ids })
    },
    setStatus: async () => call('PUT', `/api/spaces/${(await item('spaces'))?.id}/SetStatus`, { status: pick(SpaceStatus.values).value }),
    moveToLevel: async () => {
      const space = await item('spaces')
      const [level] = await app.sql('select id from levels where project_id = $1 and not is_deleted order by id desc limit 1', [
        space?.project_id,
      ])
      return call('PUT', `/api/spaces/${space?.id}`, { projectId: space?.project_id, levelId: level!.id, name: space?.name })
    },
    addLevel: async () => call('POST', `/api/buildings/${pick(projects).buildings[0].id}/Levels`, { name: `Level ${below(1e9)}` }),
    async changePrice() {
      const product = (await call('GET', `/api/equipments/${pick(products).id}`)).body
      return call('PUT', `/api/equipments/${product.id}`, {
        ...product,
        manufactureId: product.manufacture.id,
        categoryId: product.category.id,
        rowVersion: null,
        msrpPrice: below(1_000_000) / 100,
      })
    },
    changeManyPrices: () => app.sql('update equipments set msrp_price = msrp_price + 1'),
    replace: () => app.sql('update space_equipment set equipment_id = $1 where equipment_id = $2', [pick(products).id, pick(products).id]),
    moveLines: () =>
      app.sql(
        `update space_equipment l set space_id = s.id, area_group_id = null from spaces s where s.project_id = l.project_id and l.id % 5 = $1 and s.id = (select max(id) from spaces x where x.project_id = l.project_id)`,
        [below(5)],
      ),
    purge: () => app.sql('delete from space_equipment where is_deleted or id % 17 = $1', [below(17)]),
    async closeAndReopen() {
      const project = pick(projects)
      for (const [action, body] of [
        ['SetStatus', { status: 101 }],
        ['SetStatus', { status: 102 }],
        ['SetStatus', { status: 104 }],
        ['Activate', {}],
        ['Close', {}],
      ] as const)
        await call('PUT', `/api/projects/${project.id}/${action}`, body)
      await expectRight('closing')
      await app.sql('update equipments set msrp_price = msrp_price + 250')
      await expectRight('a price beside a closed project')
      if (below(2) === 0) {
        await call('PUT', `/api/projects/${project.id}/Archive`, {})
        await call('PUT', `/api/projects/${project.id}/Unarchive`, {})
      }
      return call('PUT', `/api/projects/${project.id}/Reopen`, {})
    },
    deleteProject: async () => {
      const project = pick(projects)
      await call('DELETE', `/api/projects/${project.id}`)
      return call('PUT', `/api/projects/${project.id}/restore`, {})
    },
  }
  const names = [...Object.keys(moves), 'add', 'add', 'add', 'change', 'change', 'makeSpace']
  const done: Record<string, number> = {}
  for (let step = 0; step < 400; step++) {
    const name = pick(names)
    const answer = (await moves[name]!()) as { status?: number } | undefined
    expect(answer?.status ?? 200, `${name} must not break the server`).toBeLessThan(500)
    if ((answer?.status ?? 200) < 300) done[name] = (done[name] ?? 0) + 1
    if (step % 3 === 2) await expectRight(`step ${step}, ${name}`)
  }
  for (const name of Object.keys(moves)) expect(done[name], `${name} succeeded at least once`).toBeGreaterThan(0)
  const [sum] = await app.sql('select sum(equipment_count)::int as n from projects')
  expect(sum!.n, 'the walk was about something').toBeGreaterThan(20)
})

it('stays correct under concurrent writes', async () => {
  const project = await createProject(app)
  const product = await createProduct(app)
  const rooms = [await createSpace(app, project), await createSpace(app, project)]
  const writers = Array.from({ length: 24 }, (_, i) =>
    i % 6 === 5
      ? app.sql('update equipments set msrp_price = msrp_price + 100 where id = $1', [product.id])
      : app.admin('POST', `/api/spaces/${rooms[i % 2]!.id}/Equipment`, {
          equipmentId: product.id,
          quantity: 1,
          label: `${i}`,
          unitPriceOverride: i % 4 === 0 ? i + 1 : null,
        }),
  )
  const answers = (await Promise.all(writers)) as { status?: number }[]
  expect(answers.filter(({ status }) => status !== undefined).map(({ status }) => status)).toEqual(Array(20).fill(201))
  const [stored] = await app.sql('select equipment_count as n from projects where id = $1', [project.id])
  expect(stored!.n).toBe(20)
  await expectRight('twenty-four writers')
})
