import { AssociateType } from '../../model/drawings/enums.ts'

export const livingLines = `select l.id, l.project_id, l.space_id, l.equipment_id, l.quantity
  from space_equipment l join spaces s on s.id = l.space_id where not l.is_deleted and not s.is_deleted`

/** Lines with those that were removed. */
export const storedLines = 'select l.id, l.space_id, l.equipment_id, l.quantity from space_equipment l'

/** Existing buildings with their levels, lowest level first. */
export const buildingTrees = `select b.project_id, b.id, b.name, b.short_name, b."order",
    (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'shortName', l.short_name) order by l."order", l.id), '[]')
      from levels l where l.building_id = b.id and not l.is_deleted) as levels
  from buildings b where not b.is_deleted`

export const placedSpaces = `select s.id, s.project_id, s.name, s.space_number, s.status, s.area, s.capacity, s.equipment_count, s.total_msrp_price, s.is_deleted,
    s.complexity, s.space_template_id, s.create_date, s.created_by_id, s.update_date, s.updated_by_id,
    (select string_agg(g.name, ', ' order by g."order" nulls last, g.id) from area_groups g where g.space_id = s.id and not g.is_deleted) as area_groups,
    s.level_id, l.name as level, l.short_name as level_short_name, l."order" as level_order,
    s.building_id, b.name as building, b.short_name as building_short_name, b."order" as building_order,
    s.description, s.limits, s.farthest_viewer_ft, s.element_height_percent, s.image_url
  from spaces s join levels l on l.id = s.level_id join buildings b on b.id = s.building_id`

export const placedLevels = `select l.id, l.project_id, l.name, l.ceiling_height_ft, b.name as building, l.is_deleted
  from levels l join buildings b on b.id = l.building_id`

/** Possible subjects of drawings in a project, by AssociateType; `full_name` is the name in sheet lists. */
export const projectPlaces = `select ${AssociateType.Space} as kind, s.id, s.project_id, s.name, s.space_number as number, s.is_deleted,
    case when position(s.space_number in s.name) = 0 then s.space_number || ' ' || s.name else s.name end as full_name, s.name as clear_name
  from spaces s
  union all select ${AssociateType.Level}, l.id, l.project_id, l.name, l.short_name, l.is_deleted, b.name || ', ' || l.name,
    case when exists (select from buildings o where o.project_id = l.project_id and o.id <> b.id and not o.is_deleted)
      then b.name || ', ' || l.name else l.name end
    from levels l join buildings b on b.id = l.building_id
  union all select ${AssociateType.Building}, b.id, b.project_id, b.name, b.short_name, b.is_deleted, b.name, b.name from buildings b`

export const projectRacks = `select r.id, r.project_id, r.space_id, r.name, r.height_r_u, r.rack_type, r.mounting_depth_in, r.max_weight_lb
  from racks r where not r.is_deleted`

/** Placed units; those of deleted spaces are hidden and return with their space. */
export const placedUnits = `select p.unit_id, p.rack_id, u.project_id, u.label, l.equipment_id, p.start_unit, p.face, p.half, p.shelf_unit_id, p.shelf_order
  from rack_placements p join units u on u.id = p.unit_id and not u.is_deleted join space_equipment l on l.id = u.line_id
    join spaces s on s.id = l.space_id and not s.is_deleted`

export const projectCircuits = `select c.id, c.project_id, c.space_id, c.panel, c.number, c.breaker_amps, c.voltage, c.is_dedicated
  from circuits c join spaces s on s.id = c.space_id where not c.is_deleted and not s.is_deleted`

/** Sort order of spaces: walking order of the building. */
export const asWalked = (s: string) =>
  `${s}.building_order, ${s}.building_id, ${s}.level_order, ${s}.level_id, ${s}.space_number collate natural_order, ${s}.name collate natural_order, ${s}.id`
