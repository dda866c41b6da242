import { AssociateType } from '../../model/drawings/enums.ts'

/** Lines in spaces that are there; a deleted space keeps its own. */
export const livingLines = `select l.id, l.project_id, l.space_id, l.equipment_id, l.quantity
  from space_equipment l join spaces s on s.id = l.space_id where not l.is_deleted and not s.is_deleted`

/** Buildings that are there with their levels, lowest floor first. */
export const buildingTrees = `select b.project_id, b.id, b.name, b.short_name, b."order",
    (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'shortName', l.short_name) order by l."order", l.id), '[]')
      from levels l where l.building_id = b.id and not l.is_deleted) as levels
  from buildings b where not b.is_deleted`

/** Spaces with the level and the building they are in, and the names of their area groups. */
export const placedSpaces = `select s.id, s.project_id, s.name, s.space_number, s.status, s.area, s.capacity, s.equipment_count, s.total_msrp_price, s.is_deleted,
    s.complexity, s.space_template_id, s.create_date, s.created_by_id, s.update_date, s.updated_by_id,
    (select string_agg(g.name, ', ' order by g."order" nulls last, g.id) from area_groups g where g.space_id = s.id and not g.is_deleted) as area_groups,
    s.level_id, l.name as level, l.short_name as level_short_name, l."order" as level_order,
    s.building_id, b.name as building, b.short_name as building_short_name, b."order" as building_order,
    s.description
  from spaces s join levels l on l.id = s.level_id join buildings b on b.id = s.building_id`

/** What a drawing can be about inside a project, by the values of AssociateType. */
export const projectPlaces = `select ${AssociateType.of.Space} as kind, s.id, s.project_id, s.name, s.space_number as number, s.is_deleted from spaces s
  union all select ${AssociateType.of.Level}, l.id, l.project_id, l.name, l.short_name, l.is_deleted from levels l
  union all select ${AssociateType.of.Building}, b.id, b.project_id, b.name, b.short_name, b.is_deleted from buildings b`

/** Placed spaces as one walks through the house. */
export const asWalked = (s: string) =>
  `${s}.building_order, ${s}.building_id, ${s}.level_order, ${s}.level_id, ${s}.space_number collate natural_order, ${s}.name collate natural_order, ${s}.id`
