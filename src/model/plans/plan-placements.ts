import { choice, id, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { PlanKind } from './enums.ts'
import { placementInput } from './plans.ts'

/** A device on a plan. It is a row, so that two people can move different devices, and each can undo. */
export const planPlacements = resource({
  path: 'projects/:id/PlanPlacements',
  entity: 'planPlacements',
  names: { one: 'Device on a plan', many: 'Devices on plans' },
  permission: { view: 'ProjectEquipment.View', update: 'ProjectEquipment.Update' },
  owner: 'project',
  parent: 'projectId',
  fields: { ...placementInput, planId: id('Plan') },
  computed: { projectId: id('Project'), kind: choice('Kind', PlanKind), label: text('Label') },
  list: { columns: ['label'], search: [], sort: ['label'] },
  title: 'label',
  ref: ['label'],
})
