import { boolean, defaulted, id, name, richText } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

const fields = {
  title: name('Title', { min: 1 }),
  body: richText('Text'),
  isPinned: defaulted(boolean('Pinned'), false),
}
const computed = { projectId: id('Project') }
const list = {
  columns: ['title', 'isPinned', 'createDate', 'createdBy', 'updateDate', 'updatedBy'],
  optionalColumns: ['body', 'projectId'],
  search: ['title'],
  sort: ['-isPinned', '-createDate'],
  filters: { isPinned: { label: 'Pinned', kind: 'boolean', field: 'isPinned' } },
} as const

/** Notes of a project, pinned ones first. Also editable in a closed project. */
export const projectNotes = resource({
  path: 'projects/:id/Notes',
  entity: 'projectNotes',
  names: { one: 'Note', many: 'Notes' },
  permission: 'ProjectNotes',
  owner: 'project',
  parent: 'projectId',
  fields,
  computed,
  list,
  title: 'title',
  ref: ['title'],
  logs: true,
})

/** Notes of a lead; they remain when it is promoted. */
export const leadNotes = resource({
  path: 'leads/:id/Notes',
  entity: 'leadNotes',
  names: { one: 'Note', many: 'Notes' },
  permission: 'ProjectNotes',
  owner: 'project',
  parent: 'projectId',
  fields,
  computed,
  list,
  title: 'title',
  ref: ['title'],
  logs: true,
})
