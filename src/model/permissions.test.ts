import { expect, it } from 'vitest'
import expected from '../../test/fixtures/permissions.json' with { type: 'json' }
import {
  areaOf,
  areas,
  audienceOf,
  externalPermissions,
  internalPermissions,
  isPermission,
  neededToGive,
  type Permission,
  permissionCatalog,
  permissionNames,
} from './permissions.ts'

it('lists exactly the agreed areas and actions', () => {
  expect(permissionCatalog).toEqual(expected)
  expect(permissionNames).toHaveLength(Object.values(expected).flat().length)
  expect(new Set(permissionNames).size).toBe(permissionNames.length)
})

it('does not compile a misspelt permission', () => {
  const right: Permission = 'Projects.CreateJiraProject'
  // @ts-expect-error an action of another area
  const wrong: Permission = 'Projects.BulkUpdate'
  expect([right, wrong].map(isPermission)).toEqual([true, false])
})

it('recognises names as they are written and nothing else', () => {
  const strange = ['clients.view', 'Clients', 'Clients.', 'toString', '', null, 7]
  expect(strange.filter(isPermission)).toEqual([])
  expect(permissionNames.every(isPermission)).toBe(true)
})

it('knows the area of a name', () => {
  expect(areaOf('ProjectContracts.DocumentsView')).toBe('ProjectContracts')
  expect(new Set(permissionNames.map(areaOf))).toEqual(new Set(areas))
})

it('gives external people their few areas', () => {
  expect(areas.filter((area) => audienceOf(area) === 'external')).toEqual(['ExternalDashboard', 'ExternalProjects', 'ExternalEquipment'])
  expect(areas.filter((area) => audienceOf(area) === 'both')).toEqual(['PersonalSettings', 'DownloadCenter'])
  expect(externalPermissions).toEqual([
    'ExternalDashboard.ViewAllWidgets',
    'ExternalProjects.View',
    'ExternalEquipment.View',
    'PersonalSettings.View',
    'PersonalSettings.Update',
    'DownloadCenter.View',
  ])
})

it('lets staff give every name, each by one they can hold', () => {
  expect(
    permissionNames.map(neededToGive).filter((name) => !internalPermissions.some((internalPermission) => internalPermission === name)),
  ).toEqual([])
  expect(internalPermissions.map(neededToGive)).toEqual(internalPermissions)
})

it('gives staff every name but those of the external areas', () => {
  expect(permissionNames.filter((name) => !internalPermissions.includes(name))).toEqual([
    'ExternalDashboard.ViewAllWidgets',
    'ExternalProjects.View',
    'ExternalEquipment.View',
  ])
})
