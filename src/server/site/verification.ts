import { ProjectStatus } from '../../model/projects/enums.ts'
import { ObservationState, TestResult } from '../../model/site/enums.ts'
import {
  fillVerification,
  observeFailedTest,
  readVerification,
  saveTestResult,
  type VerificationTest,
} from '../../model/site/verification.ts'
import { VerificationCategory } from '../../model/templates/enums.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { checkVersion, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull, personRef } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { openProject, projects } from '../projects/public.ts'
import { asWalked } from '../spaces/public.ts'
import { observations } from './observations.ts'
import { checkSiteFiles } from './site-parts.ts'
import { verificationTestsTable } from './site-tables.ts'

const entity = 'verificationTests'

interface Selection {
  spaceIds?: readonly number[] | null
  results?: readonly TestResult[] | null
  itemKey?: string
}

const testShape = {
  id: is.number,
  spaceId: is.number,
  space: is.jsonOf({ id: is.number, number: orNull(is.text), name: is.text }),
  itemKey: is.text,
  name: is.text,
  category: is.choice(VerificationCategory),
  method: orNull(is.text),
  expected: orNull(is.text),
  unit: orNull(is.text),
  result: is.choice(TestResult),
  measured: orNull(is.text),
  note: orNull(is.text),
  fileIds: is.uuids,
  tester: orNull(personRef),
  testDate: orNull(is.instant),
  observation: orNull(is.jsonOf({ id: is.number, number: is.text, state: is.choice(ObservationState) })),
  rowVersion: is.number,
}

/** Tests of the spaces that are not deleted, as one walks through the building. */
export async function loadTests(
  ctx: Context,
  projectId: number,
  { spaceIds, results, itemKey }: Selection = {},
): Promise<VerificationTest[]> {
  const p = new Params()
  const conditions = [
    `t.project_id = ${p.add(projectId)}`,
    ...(spaceIds?.length ? [`t.space_id = any(${p.add(spaceIds)})`] : []),
    ...(results?.length ? [`t.result = any(${p.add(results)}::smallint[])`] : []),
    ...(itemKey === undefined ? [] : [`t.item_key = ${p.add(itemKey)}`]),
  ]
  const rows = await ctx.rows(
    testShape,
    `select t.id, t.space_id, json_build_object('id', s.id, 'number', s.space_number, 'name', s.name) as space, t.item_key, t.name, t.category,
       t.method, t.expected, t.unit, t.result, t.measured, t.note, t.file_ids, i.person as tester, t.test_date,
       (select json_build_object('id', o.id, 'number', o.number, 'state', o.state) from observations o where o.id = t.observation_id and not o.is_deleted) as observation,
       t.row_version
     from verification_tests t join placed_spaces s on s.id = t.space_id and not s.is_deleted left join people i on i.id = t.tester_id
     where ${conditions.join(' and ')} order by ${asWalked('s')}, t.position, t.id`,
    p.values,
  )
  return rows.map((row) => ({
    ...row,
    tester: row.tester && { ...row.tester, avatarUrl: ctx.addresses.stripSignature(row.tester.avatarUrl) },
  }))
}

/** Copies what the templates of the spaces list and the spaces lack. A test that is there already stays as it is. */
async function copyTests(ctx: Context, projectId: number): Promise<number> {
  const created = await ctx.run(
    `insert into verification_tests (project_id, space_id, item_key, position, template_id, name, category, method, expected, unit)
     select s.project_id, s.id, c.item_key, c.position, c.verification_template_id, c.name, c.category, c.method, c.expected, c.unit
     from placed_spaces s join checklist_items c on c.space_template_id = s.space_template_id
     where s.project_id = $1 and not s.is_deleted order by s.id, c.position on conflict (space_id, item_key) do nothing`,
    [projectId],
  )
  if (created > 0) announce(ctx, projectId)
  return created
}

/** Construction has begun: the spaces get the tests of their templates. */
export async function enterStatus(ctx: Context, projectId: number, status: ProjectStatus) {
  if (status === ProjectStatus.ConstructionAdministration) await copyTests(ctx, projectId)
}

const announce = (ctx: Context, projectId: number, id = projectId) =>
  ctx.after(() => ctx.services.changed({ entity, id, projectId, action: 'Updated' }, 'ProjectNotes.View'))

interface TestPlace {
  id: number
  spaceId: number
  itemKey: string
}

async function findTest(ctx: Context, { id, spaceId, itemKey }: TestPlace): Promise<VerificationTest> {
  await projects.expect(ctx, id)
  const [test] = await loadTests(ctx, id, { spaceIds: [spaceId], itemKey })
  if (!test) throw notFound('Test')
  return test
}

async function holdTest(ctx: Context, place: TestPlace): Promise<VerificationTest> {
  await findTest(ctx, place)
  await openProject(ctx, place.id)
  return findTest(ctx, place)
}

const testLabel = ({ space, itemKey, name }: VerificationTest) => [space.number, space.name, itemKey, name].filter(Boolean).join(' ')

async function saveResult(ctx: Context, { params, body }: HandlerRequest<typeof saveTestResult>): Promise<VerificationTest> {
  const before = await holdTest(ctx, params)
  await checkVersion(before, body.rowVersion, `${before.itemKey} has`)
  const { result = before.result, measured = before.measured, note = before.note } = body
  const fileIds = body.fileIds ?? before.fileIds
  await checkSiteFiles(ctx, fileIds, before.fileIds)
  const isTested = result !== TestResult.NotTested
  await ctx.update(verificationTestsTable, before.id, {
    result,
    measured,
    note,
    fileIds,
    testerId: isTested ? ctx.actor.userId || null : null,
    testDate: isTested ? sql`now()` : null,
  })
  const after = await findTest(ctx, params)
  const label = TestResult.label(result)
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity,
      entityId: before.id,
      entityName: testLabel(before).slice(0, 300),
      before: { result: before.result, measured: before.measured, note: before.note },
      after: { result, measured, note },
      activity: {
        title: `${before.itemKey}: ${label}`,
        notes: note,
        changes: [{ field: 'result', label: 'Result', from: TestResult.label(before.result), to: label }],
        projectId: params.id,
        needs: 'ProjectNotes.View',
      },
    },
  ])
  announce(ctx, params.id, before.id)
  return after
}

async function observe(ctx: Context, { params, body }: HandlerRequest<typeof observeFailedTest>) {
  const test = await holdTest(ctx, params)
  if (test.result !== TestResult.Fail) throw conflict('Only a failed test can become an observation.')
  if (test.observation && test.observation.state !== ObservationState.Closed)
    throw conflict(`The observation ${test.observation.number} is open for this test.`)
  const figures = [
    test.expected && `expected ${withUnit(test.expected, test.unit)}`,
    test.measured && `measured ${withUnit(test.measured, test.unit)}`,
  ]
  const title = [`${test.itemKey} ${test.name}`, figures.filter(Boolean).join(', ')].filter(Boolean).join(': ').slice(0, 200).trim()
  const values = { ...body, title, spaceId: test.spaceId, note: body.note ?? test.note }
  const observation = await observations.create(ctx, values, { parentId: params.id })
  await ctx.update(verificationTestsTable, test.id, { observationId: observation.id })
  announce(ctx, params.id, test.id)
  return observation
}

export const withUnit = (value: string, unit: string | null) => [value, unit].filter(Boolean).join(' ')

export async function countTests(ctx: Context, projectId: number) {
  return onlyRow(
    await ctx.rows(
      { testsFailed: is.number, testsMissing: is.number },
      `select (count(*) filter (where t.result = ${TestResult.Fail}))::int as "testsFailed", (count(*) filter (where t.result = ${TestResult.NotTested}))::int as "testsMissing"
       from verification_tests t join placed_spaces s on s.id = t.space_id and not s.is_deleted where t.project_id = $1`,
      [projectId],
    ),
  )
}

export const verificationRoutes: Route[] = [
  defineRoute(readVerification, async (ctx, { params, query }) => {
    await projects.expect(ctx, params.id)
    const items = await loadTests(ctx, params.id, query)
    return { items, total: items.length }
  }),
  defineRoute(fillVerification, async (ctx, { params }) => {
    await projects.expect(ctx, params.id)
    await openProject(ctx, params.id)
    return { created: await copyTests(ctx, params.id) }
  }),
  defineRoute(saveTestResult, saveResult),
  defineRoute(observeFailedTest, observe),
]
