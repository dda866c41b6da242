import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { auditResources } from '../src/web/activity/audit-resources.ts'

const model = join(import.meta.dirname, '../src/model')
/** Lists that only show rows of other resources, and rows without log entries of their own. */
const onlyRead = [
  'auditLogs',
  'boards/BigBoard',
  'boards/MyBoard',
  'boards/SmallBoard/:id',
  'changeSets',
  'downloadTasks',
  'externalEquipments',
  'savedViews',
  'workload',
]

interface Named {
  entity: string
  fields: object
  list: object
}
const isResource = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'entity' in value && 'fields' in value && 'list' in value

it('knows the fields of every resource with log entries', async () => {
  const files = readdirSync(model, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path))
  const modules: object[] = await Promise.all(files.map((path) => import(join(model, path))))
  const entities = new Set(
    modules.flatMap((module) =>
      Object.values(module)
        .filter(isResource)
        .map(({ entity }) => entity),
    ),
  )
  expect(entities.size).toBeGreaterThan(50)
  expect([...entities].filter((entity) => !auditResources.has(entity)).sort()).toEqual(onlyRead)
})
