import { id, integer, longText, name, optional } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** A line of products of one manufacturer (Crestron DigitalMedia). */
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
  fields: { name: name('Name'), description: optional(longText('Description')) },
  computed: { manufactureId: id('Manufacturer'), equipmentCount: integer('Equipment') },
  list: {
    columns: ['name', 'description', 'equipmentCount', 'updateDate'],
    more: ['manufactureId', 'createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'description'],
    sort: ['name'],
  },
  parent: 'manufactureId',
})

/** Stands first in every list of families and means that equipment belongs to none. */
export const noProductFamily = { id: -1, name: 'Product Family not applicable', description: '' } as const
