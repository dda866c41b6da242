import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { allBoardPermissions, approveContract, boardPermissions, createPlan, typeName } from '../../../test/kit/fixtures/boards.ts'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import { DownloadTaskCategory } from '../../model/reports/enums.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
await setDefaultRates(app)
const { SC, VI } = LaborType
const common = ['Projects.View', 'DownloadCenter.View'] as const
const planner = await app.signInAs([...common, ...allBoardPermissions])
const project = await createProject(app)
const { contract } = await createPlan(app, project, [
  { userId: planner.userId, hours: 80 },
  { hours: 10, laborType: VI },
])
await approveContract(app, contract)

async function exportSheet(caller: Caller, path: string, query: object = {}) {
  const { status, body } = await caller('GET', `/api/boards/${path}/Export`, undefined, {
    query: { from: '2026-03', to: '2026-04', ...query },
  })
  expect(status, JSON.stringify(body)).toBe(202)
  const task = await waitForFile(caller, body.id)
  const [sheet] = readWorkbook((await caller('GET', task.url)).body)
  const rows = (sheet?.rows ?? []).map(({ values }) => values)
  const header = rows.findIndex(([first]) => first === 'Row')
  return { task, header: rows[header], rows: rows.slice(header + 1), preamble: rows.slice(0, header) }
}

it('exports the boards as shown, with the summary below', async () => {
  const { header, rows, task } = await exportSheet(planner, `SmallBoard/${project.id}`)
  expect(task).toMatchObject({ downloadTaskCategory: DownloadTaskCategory.SmallBoard })
  expect(header).toEqual(['Row', 'Name', 'Details', 'Mar 2026', 'Apr 2026', 'Total'])
  expect(rows.slice(0, 2).map((row) => [row[0], ...row.slice(3)])).toEqual([
    ['Contract', 45, 45, 90],
    ['Phase', 45, 45, 90],
  ])
  const line = (name: string) => rows.find((row) => row[0] === 'Summary' && row[1] === name)?.slice(2)
  expect(line('SC')).toEqual(['Hours', 40, 40, 80])
  expect(line('Hours')).toEqual(['Hours', 45, 45, 90])
  expect(line('Revenue')).toEqual(['USD', 7200, 7200, 14_400])
  expect(line('Net profit')).toEqual(['USD', 3900, 3900, 7800])
  const big = await exportSheet(planner, 'BigBoard', { projectIds: [project.id] })
  expect([big.task.downloadTaskCategory, big.rows[0]?.slice(3)]).toEqual([DownloadTaskCategory.BigBoard, [45, 45, 90]])
  const mine = await exportSheet(planner, 'MyBoard')
  expect([mine.task.downloadTaskCategory, mine.rows[0]?.slice(3)]).toEqual([DownloadTaskCategory.MyBoard, [40, 40, 80]])
})

it('contains only what the user may see', async () => {
  const partial = await app.signInAs([
    ...common,
    ...boardPermissions('SmallBoard', typeName(SC), 'ViewLaborCostSummary', 'ViewNetSummaryNetProfit'),
  ])
  const { rows, preamble } = await exportSheet(partial, `SmallBoard/${project.id}`)
  expect(preamble).toContainEqual(['Sums', 'Some labor types are not included'])
  expect(rows[0]?.slice(3)).toEqual([5, 5, 10])
  const names = rows.filter(([kind]) => kind === 'Summary').map((row) => row[1])
  for (const hidden of ['SC', 'Cost', 'Net profit']) expect(names).not.toContain(hidden)
  const blind = await app.signInAs([...common, 'SmallBoard.View'])
  const bars = await exportSheet(blind, `SmallBoard/${project.id}`)
  expect(bars.rows.map((row) => row.slice(3))).toEqual([
    ['CD', 'CD'],
    ['CD', 'CD'],
  ])
})
