import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { entities } from '../src/server/areas.ts'
import { startApp } from './kit/start.ts'

const app = await startApp()

it('matches every column of every served table', async () => {
  const found = await app.sql(
    `select table_name, column_name, is_nullable = 'NO' as is_required from information_schema.columns where table_schema = 'public'`,
  )
  expect(found.length).toBeGreaterThan(50)
  const there = new Set(found.map((column) => `${column.table_name}.${column.column_name}${column.is_required ? ' required' : ''}`))
  const defined = [...new Set(entities.map(({ table }) => table))].flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    return columns.map((column) => `${name}.${column.name}${column.notNull ? ' required' : ''}`)
  })
  expect(defined.length).toBeGreaterThan(50)
  expect(defined.filter((column) => !there.has(column))).toEqual([])
})
