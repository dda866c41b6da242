import { DocumentType } from '../drawings/enums.ts'
import { enumeration } from '../kit/enumeration.ts'
import { choice, choices, defaulted, image, longText, name, optional, references, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { DocumentLayout } from './enums.ts'
import { layoutViews } from './layout-views.ts'

/** Standard sheet names with their size in inches. */
export const SheetSize = enumeration('SheetSize', {
  ArchD: ['ARCH D', 'ARCH D', { width: 36, height: 24 }],
  ArchE: ['ARCH E', 'ARCH E', { width: 48, height: 36 }],
  AnsiB: ['ANSI B', 'ANSI B', { width: 17, height: 11 }],
  AnsiD: ['ANSI D', 'ANSI D', { width: 34, height: 22 }],
  A1: ['A1', 'A1', { width: 33.1, height: 23.4 }],
  A3: ['A3', 'A3', { width: 16.5, height: 11.7 }],
})

export const layoutTemplates = resource({
  path: 'layoutTemplates',
  route: '/layout-templates',
  names: { one: 'Layout template', many: 'Layout templates' },
  permission: 'LayoutTemplates',
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    description: optional(longText('Description')),
    layout: choice('Layout', DocumentLayout),
    sheetSize: defaulted(choice('Sheet size', SheetSize), SheetSize.ArchD),
    /** Document types it is offered for; empty means all. */
    documentTypes: defaulted(choices('Document types', DocumentType), []),
    viewIds: defaulted(
      references('Views', () => layoutViews),
      [],
    ),
    titleBlockImageUrl: optional(image('Title block')),
  },
  computed: {
    viewNames: text('Views'),
  },
  list: {
    columns: ['name', 'layout', 'sheetSize', 'viewNames'],
    optionalColumns: ['documentTypes', 'description', 'titleBlockImageUrl', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'description'],
    sort: ['name'],
  },
  ref: ['name', 'layout', 'sheetSize'],
  image: true,
  exportCategory: 131,
})
