import { date, defaulted, id, longText, optional, set, text, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { objects } from '../kit/response-fields.ts'

export const siteFileIds = (label: string) => defaulted(set(label, uuid('File'), { max: 100 }), [])

/** A day on site. It prints as a field report with the observations of that day. */
export const siteVisits = resource({
  path: 'projects/:id/SiteVisits',
  entity: 'siteVisits',
  names: { one: 'Site visit', many: 'Site visits' },
  permission: 'ProjectNotes',
  owner: 'project',
  parent: 'projectId',
  fields: {
    date: date('Date'),
    people: defaulted(set('People', text('Person', { min: 1, max: 200 }), { max: 100 }), []),
    weather: optional(text('Weather', { max: 200 })),
    summary: optional(longText('Summary', { max: 20_000 })),
    fileIds: siteFileIds('Photos'),
  },
  computed: {
    projectId: id('Project'),
    photos: objects('Photos', {
      id: uuid('File'),
      name: text('Name'),
      contentType: text('Type'),
      url: text('Address', { max: 2048 }),
    }),
  },
  list: {
    columns: ['date', 'people', 'weather', 'summary'],
    optionalColumns: ['projectId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['summary', 'weather'],
    sort: ['-date'],
    filters: { dateFrom: { label: 'Date', kind: 'dates', field: 'date', endParameter: 'dateTo' } },
  },
  title: 'summary',
  ref: ['date', 'summary'],
  logs: true,
})
