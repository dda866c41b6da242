import { call, listQuery, page, row } from '../kit/call.ts'
import { boolean, id, integer, longText, name, optional, set, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** A product line of one manufacturer (Crestron DigitalMedia). */
export const productFamilies = resource({
  path: 'Manufactures/:id/ProductFamilies',
  entity: 'productFamilies',
  names: { one: 'Product family', many: 'Product families' },
  permission: {
    view: 'Manufacturers.View',
    create: 'Manufacturers.Create',
    update: 'Manufacturers.Update',
    delete: 'Manufacturers.Delete',
  },
  isPickableByStaff: true,
  fields: { name: name('Name'), description: optional(longText('Description')) },
  computed: { manufactureId: id('Manufacturer'), manufactureName: text('Manufacturer'), equipmentCount: integer('Equipment') },
  list: {
    columns: ['name', 'description', 'equipmentCount', 'updateDate'],
    optionalColumns: ['manufactureId', 'manufactureName', 'createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'description'],
    sort: ['name'],
  },
  parent: 'manufactureId',
})

/** First entry of every family list; means that equipment belongs to no family. */
export const noProductFamily = { id: -1, name: 'Product Family not applicable', description: '' } as const

export const productFamilyNames = call({
  method: 'GET',
  path: '/productFamilies/typeHead',
  permission: 'Manufacturers.View',
  summary: 'Search product families by name, for filters',
  query: {
    ...listQuery,
    all: optional(boolean('All')),
    ids: optional(set('Product families', integer('Product family'))),
    manufacturerIds: optional(set('Manufacturers', integer('Manufacturer'))),
  },
  response: page(row(productFamilies)),
})
