// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://dna.example/" }
import { expect, it } from 'vitest'
import { signalTypes } from '../../model/catalog/signal-types.ts'
import type { Resource } from '../../model/kit/description.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { auditResources } from './audit-resources.ts'
import { auditChanges } from './audit-texts.ts'

const texts = (...entry: Parameters<typeof auditChanges>) =>
  auditChanges(...entry).map(({ label, before, after }) => `${label}: ${before} → ${after}`)

it('names fields and choices as the forms do', () => {
  expect(texts({ status: 1 }, { status: 2 }, spaces.computed)).toEqual(['Status: Created → In Progress'])
  expect(texts({ lineStyle: 'solid', color: '#0055aa' }, { lineStyle: 'dotted', color: '#868e96' }, signalTypes.fields)).toEqual([
    'Line style: Solid → Dotted',
    'Wire color: Dark blue → Gray',
  ])
})

it('names stored rows, and lists values by label without ids', () => {
  const client = { id: 3, name: 'Westbrook College', logoUrl: null }
  const address = { city: 'Burlington', addressLine2: null, postalCode: '05401' }
  expect(texts(null, { client, address, line: { laborType: 6, hours: 8, phaseRecordId: 4 } })).toEqual([
    'Client:  → Westbrook College',
    'Address:  → City: Burlington\nPostal code: 05401',
    'Line:  → Labor type: 6\nHours: 8',
  ])
})

it('knows the fields of every resource that can be changed', () => {
  const modules = import.meta.glob<Record<string, Partial<Resource>>>(['../../model/*/*.ts', '!../../model/*/*.test.ts'], { eager: true })
  const changeable = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((item) => item?.entity && item.fields && Object.keys(item.permission ?? {}).some((right) => right !== 'view'))
  expect(changeable.length).toBeGreaterThan(50)
  expect(changeable.map(({ entity = '' }) => entity).filter((entity) => !auditResources[entity])).toEqual([])
})
