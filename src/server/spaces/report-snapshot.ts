import { asWalked } from './space-views.ts'

const jsonRowsSql = (fields: Record<string, string>, from: string, order: string) =>
  `(select coalesce(json_agg(json_build_object(${Object.entries(fields)
    .map(([key, sql]) => `'${key}', ${sql}`)
    .join(', ')}) order by ${order}), '[]') from ${from})`

const spaces = jsonRowsSql(
  {
    id: 's.id',
    name: 's.name',
    number: 's.space_number',
    status: 's.status',
    buildingId: 's.building_id',
    building: 's.building',
    levelId: 's.level_id',
    level: 's.level',
    area: 's.area',
    capacity: 's.capacity',
    complexity: 's.complexity',
    description: 's.description',
    imageUrl: 's.image_url',
    template: 't.name',
    areaGroups: 's.area_groups',
    createdBy: 'c.person',
    createDate: 's.create_date',
    updatedBy: 'u.person',
    updateDate: 's.update_date',
  },
  `placed_spaces s left join template_names t on t.id = s.space_template_id left join people c on c.id = s.created_by_id
    left join people u on u.id = s.updated_by_id where s.project_id = p.id and not s.is_deleted`,
  asWalked('s'),
)
const areaGroups = jsonRowsSql(
  { id: 'g.id', spaceId: 'g.space_id', name: 'g.name' },
  'area_groups g join spaces s on s.id = g.space_id and not s.is_deleted where g.project_id = p.id and not g.is_deleted',
  'g.space_id, g."order" nulls last, g.id',
)
const lines = jsonRowsSql(
  {
    id: 'l.id',
    spaceId: 'l.space_id',
    areaGroupId: 'l.area_group_id',
    areaGroup: 'l.area_group',
    equipmentId: 'l.equipment_id',
    tag: 'e.tag',
    manufacturer: 'e.manufacturer',
    productFamily: 'e.product_family',
    model: 'e.model',
    description: 'e.description',
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
    isAgreed: 'l.is_agreed',
    rackId: 'l.rack_id',
    rack: 'l.rack',
  },
  'line_amounts l join spaces s on s.id = l.space_id and not s.is_deleted join products e on e.id = l.equipment_id where l.project_id = p.id',
  'l.id',
)
const products = jsonRowsSql(
  {
    id: 'e.id',
    tag: 'e.tag',
    categoryId: 'e.category_id',
    categoryNumber: 'e.category_number',
    category: 'e.category',
    manufacturer: 'e.manufacturer',
    productFamily: 'e.product_family',
    model: 'e.model',
    partNumber: 'e.part_number',
    description: 'e.description',
    availability: 'e.availability',
    url: 'e.url',
    widthIn: 'e.width_in',
    heightIn: 'e.height_in',
    depthIn: 'e.depth_in',
    weightLb: 'e.weight_lb',
    rackUnits: 'e.rack_units',
    heat: 'e.watts',
    powerSpecs: 'e.power_specs',
    networkPorts: 'e.network_ports',
    wirelessProtocols: 'e.wireless_protocols',
    revitFamily: 'e.revit_family_name',
    revitType: 'e.revit_type_name',
    revitFile: 'e.revit_family_file_id',
    documents: 'e.technical_documents',
    isRackMountable: 'r.is_rack_mountable',
    rackAccessory: 'r.rack_accessory',
  },
  'products e join rack_products r on r.id = e.id where e.id in (select l.equipment_id from living_lines l where l.project_id = p.id)',
  'e.id',
)
const units = jsonRowsSql(
  { id: 'u.id', lineId: 'u.line_id', unitIndex: 'u.unit_index', label: 'u.label' },
  'units u join living_lines l on l.id = u.line_id where u.project_id = p.id and not u.is_deleted',
  'u.line_id, u.unit_index',
)
const placements = jsonRowsSql(
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
const racks = jsonRowsSql(
  {
    id: 'r.id',
    name: 'r.name',
    spaceId: 'r.space_id',
    equipmentId: 'r.equipment_id',
    heightRU: 'r.height_r_u',
    rackType: 'r.rack_type',
    mountType: 'r.mount_type',
    mountingDepthIn: 'r.mounting_depth_in',
    maxWeightLb: 'r.max_weight_lb',
    startingUnit: 'r.starting_unit',
    isDescending: 'r.is_descending',
    placements,
  },
  'racks r where r.project_id = p.id and not r.is_deleted',
  'r.id',
)
/** The cable schedule with the length estimates of that day; later renames and measurements do not affect it. */
const connections = jsonRowsSql(
  {
    id: 'w.id',
    number: 'w.number',
    path: 'w.path',
    state: 'w.state',
    bundle: 'w.bundle',
    signalTypeId: 'w.signal_type_id',
    signal: 'g.name',
    color: 'g.color',
    cableId: 'w.cable_equipment_id',
    manufacturer: 'e.manufacturer',
    model: 'e.model',
    fromUnitId: 'w.from_unit_id',
    fromUnit: 'w.from_unit',
    fromPort: 'w.from_port',
    fromSpaceId: 'w.from_space_id',
    toUnitId: 'w.to_unit_id',
    toUnit: 'w.to_unit',
    toPort: 'w.to_port',
    toSpaceId: 'w.to_space_id',
    runFt: 'w.run_ft',
  },
  `wired_connections w left join wire_signals g on g.id = w.signal_type_id left join products e on e.id = w.cable_equipment_id
    where w.project_id = p.id`,
  'w.number collate natural_order, w.id',
)
const cables = jsonRowsSql(
  {
    id: 'e.id',
    tag: 'e.tag',
    manufacturer: 'e.manufacturer',
    model: 'e.model',
    partNumber: 'e.part_number',
    stockLengthFt: 'c.stock_length_ft',
    unit: 'e.msrp_price',
    termination: "(c.cable_spec->>'termination')::smallint",
    lengthFt: "(c.cable_spec->>'lengthFt')::numeric",
  },
  `products e join connectable_products c on c.id = e.id
    where e.id in (select w.cable_equipment_id from wired_connections w where w.project_id = p.id)`,
  'e.id',
)

/** Current contents of each project in the form a revision stores; prices in cents. Columns that are not selected are not computed. */
export const standingProjects = `select p.id as project_id, p.installation_factor, ${spaces} as spaces, ${areaGroups} as area_groups,
    ${lines} as lines, ${products} as products, ${units} as units, ${racks} as racks,
    ${connections} as connections, ${cables} as cables
  from living_projects p`
