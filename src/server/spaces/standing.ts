import { asWalked } from './space-views.ts'

const rowsOf = (fields: Record<string, string>, from: string, order: string) =>
  `(select coalesce(json_agg(json_build_object(${Object.entries(fields)
    .map(([key, sql]) => `'${key}', ${sql}`)
    .join(', ')}) order by ${order}), '[]') from ${from})`

const spaces = rowsOf(
  {
    id: 's.id',
    name: 's.name',
    number: 's.space_number',
    status: 's.status',
    building: 's.building',
    level: 's.level',
    area: 's.area',
    capacity: 's.capacity',
    complexity: 's.complexity',
    description: 's.description',
  },
  'placed_spaces s where s.project_id = p.id and not s.is_deleted',
  asWalked('s'),
)
const areaGroups = rowsOf(
  { id: 'g.id', spaceId: 'g.space_id', name: 'g.name' },
  'area_groups g join spaces s on s.id = g.space_id and not s.is_deleted where g.project_id = p.id and not g.is_deleted',
  'g.space_id, g."order" nulls last, g.id',
)
const lines = rowsOf(
  {
    id: 'l.id',
    spaceId: 'l.space_id',
    areaGroupId: 'l.area_group_id',
    areaGroup: 'l.area_group',
    equipmentId: 'l.equipment_id',
    tag: 'e.tag',
    manufacturer: 'e.manufacturer',
    model: 'e.model',
    categoryId: 'e.category_id',
    categoryNumber: 'e.category_number',
    category: 'e.category',
    label: 'l.label',
    provider: 'l.provider',
    installer: 'l.installer',
    installerName: 'l.installer_name',
    isExisting: 'l.is_existing',
    notes: 'l.notes',
    quantity: 'l.quantity',
    unitPrice: 'l.unit_price',
  },
  'line_amounts l join spaces s on s.id = l.space_id and not s.is_deleted join products e on e.id = l.equipment_id where l.project_id = p.id',
  'l.id',
)
const units = rowsOf(
  { id: 'u.id', lineId: 'u.line_id', unitIndex: 'u.unit_index', label: 'u.label' },
  'units u join living_lines l on l.id = u.line_id where u.project_id = p.id and not u.is_deleted',
  'u.line_id, u.unit_index',
)
const placements = rowsOf(
  {
    unitId: 'o.unit_id',
    startRU: 'o.start_unit',
    face: 'o.face',
    half: 'o.half',
    shelfUnitId: 'o.shelf_unit_id',
    shelfOrder: 'o.shelf_order',
  },
  'rack_placements o join units u on u.id = o.unit_id and not u.is_deleted join living_lines l on l.id = u.line_id where o.rack_id = r.id',
  'o.start_unit, o.face, o.half, o.shelf_order nulls first, o.unit_id',
)
const racks = rowsOf(
  {
    id: 'r.id',
    name: 'r.name',
    spaceId: 'r.space_id',
    equipmentId: 'r.equipment_id',
    heightRU: 'r.height_r_u',
    rackType: 'r.rack_type',
    mountType: 'r.mount_type',
    startingUnit: 'r.starting_unit',
    isDescending: 'r.is_descending',
    placements,
  },
  'racks r where r.project_id = p.id and not r.is_deleted',
  'r.id',
)

/** What stands in each project now, as a revision keeps it; prices in cents. Columns nobody asks for cost nothing. */
export const standingProjects = `select p.id as project_id, p.installation_factor, ${spaces} as spaces, ${areaGroups} as area_groups,
    ${lines} as lines, ${units} as units, ${racks} as racks
  from living_projects p`
