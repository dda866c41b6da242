import { DocumentType } from '../drawings/enums.ts'
import { choices, defaulted, image, longText, name, optional, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** A view on a drawing sheet: floor plan, elevation, or signal flow. */
export const layoutViews = resource({
  path: 'layoutViews',
  route: '/layout-views',
  names: { one: 'Layout view', many: 'Layout views' },
  permission: 'LayoutViews',
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    abbreviation: optional(text('Abbreviation', { max: 50 })),
    description: optional(longText('Description')),
    /** Document types it is offered for; empty means all. */
    documentTypes: defaulted(choices('Document types', DocumentType), []),
    scale: optional(text('Scale', { hint: 'Shown below the view, such as 1/4" = 1\'-0"' })),
    imageUrl: optional(image()),
  },
  list: {
    columns: ['name', 'abbreviation', 'imageUrl', 'scale', 'documentTypes'],
    optionalColumns: ['description', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'abbreviation', 'description'],
    sort: ['name'],
  },
  ref: ['name', 'abbreviation', 'scale'],
  image: true,
  exportCategory: 132,
})
