import { expect, it } from 'vitest'
import { entities } from '../../areas.ts'
import type { Actor, FileUrls } from '../request/context.ts'
import { selectColumns } from './selection.ts'

const addresses: FileUrls = { signed: (path) => path, stripSignature: (value) => value, opens: () => false }
const guest: Actor = { userId: 'me', sessionId: 1, firstName: 'G', lastName: 'Uest', isExternal: true, held: new Set(), roleId: 1 }
const staff: Actor = { ...guest, isExternal: false }

const peopleInRows = (actor: Actor, value: string) =>
  entities.flatMap(({ resource, shape }) => {
    const columns = shape.columns.filter(({ field, expressions }) => field.kind === 'user' && !field.mask && expressions.length > 1)
    const row: Record<string, unknown> = selectColumns(columns, { actor, addresses }).read(
      columns.flatMap(({ expressions }) => expressions.map(() => value)),
    )
    return Object.entries(row).map(([key, person]) => [`${resource.path} ${key}`, person] as const)
  })

it('shows external users only themselves, and of a creator only the name, in every response', () => {
  const peopleCases = peopleInRows(guest, 'x')
  expect(peopleCases.length).toBeGreaterThan(50)
  for (const [caseLabel, person] of peopleCases)
    expect([caseLabel, person]).toEqual([caseLabel, / createdBy$/.test(caseLabel) ? { firstName: 'x', lastName: 'x' } : null])
  for (const [caseLabel, person] of [...peopleInRows(guest, 'me'), ...peopleInRows(staff, 'x')])
    expect([caseLabel, person]).toEqual([caseLabel, expect.objectContaining({ id: expect.any(String), isSuspended: expect.any(String) })])
})
