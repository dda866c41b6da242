import { expect, it } from 'vitest'
import expected from '../../test/fixtures/permissions.json' with { type: 'json' }
import {
  areaAudience,
  areas,
  externalPermissions,
  internalPermissions,
  isPermission,
  neededToGive,
  type Permission,
  permissionArea,
  permissionCatalog,
  permissionNames,
} from './permissions.ts'

it('lists exactly the agreed areas and actions', () => {
  expect(permissionCatalog).toEqual(expected)
  expect(permissionNames).toHaveLength(Object.values(expected).flat().length)
  expect(new Set(permissionNames).size).toBe(permissionNames.length)
})

it('fails to compile with a misspelled permission', () => {
  const right: Permission = 'Projects.CreateJiraProject'
  // @ts-expect-error an action of another area
  const unknownPermission: Permission = 'Projects.BulkUpdate'
  expect([right, unknownPermission].map(isPermission)).toEqual([true, false])
})

it('recognizes only exact permission names', () => {
  const strange = ['clients.view', 'Clients', 'Clients.', 'toString', '', null, 7]
  expect(strange.filter(isPermission)).toEqual([])
  expect(permissionNames.every(isPermission)).toBe(true)
})

it('returns the area of a permission', () => {
  expect(permissionArea('ProjectContracts.DocumentsView')).toBe('ProjectContracts')
  expect(new Set(permissionNames.map(permissionArea))).toEqual(new Set(areas))
})

it('limits external users to the external areas', () => {
  expect(areas.filter((area) => areaAudience(area) === 'external')).toEqual(['ExternalDashboard', 'ExternalProjects', 'ExternalEquipment'])
  expect(areas.filter((area) => areaAudience(area) === 'both')).toEqual(['PersonalSettings', 'DownloadCenter'])
  expect(externalPermissions).toEqual([
    'ExternalDashboard.ViewAllWidgets',
    'ExternalProjects.View',
    'ExternalEquipment.View',
    'PersonalSettings.View',
    'PersonalSettings.Update',
    'DownloadCenter.View',
  ])
})

it('lets staff grant every permission, each through one they can hold', () => {
  expect(
    permissionNames.map(neededToGive).filter((name) => !internalPermissions.some((internalPermission) => internalPermission === name)),
  ).toEqual([])
  expect(internalPermissions.map(neededToGive)).toEqual(internalPermissions)
})

it('gives staff every permission except the external areas', () => {
  expect(permissionNames.filter((name) => !internalPermissions.includes(name))).toEqual([
    'ExternalDashboard.ViewAllWidgets',
    'ExternalProjects.View',
    'ExternalEquipment.View',
  ])
})
