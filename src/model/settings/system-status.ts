import { call, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { choice, instant, integer, list, optional, text } from '../kit/field.ts'

export const PartState = enumeration('PartState', {
  Good: ['good', 'Good'],
  Attention: ['attention', 'Needs attention'],
  None: ['none', 'Not configured'],
})
export type PartState = ValueOf<typeof PartState>

/** For administrators: the parts of the installation and their health. Includes names of settings, never values or secrets. */
export const readSystemStatus = call({
  method: 'GET',
  path: '/systemStatus',
  permission: 'AppSettings.View',
  summary: 'Get the system status: database, mail, files, jobs, integrations, nodes, backups',
  response: shape({
    version: text('Version'),
    uptimeSeconds: integer('Seconds since this node was started'),
    parts: list('Parts', { name: text('Part'), state: choice('State', PartState), text: text('Details') }),
    nodes: list('Nodes', { address: optional(text('Address')), startDate: optional(instant('Since')) }),
  }),
})
