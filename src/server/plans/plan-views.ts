/** Plans that are not deleted, for other areas. */
export const livingPlans =
  'select p.id, p.project_id, p.level_id, p.kind, p.name, p.file_id, p.file_name from plans p where not p.is_deleted'

/** Devices on calibrated plans, for lengths of cables. */
export const planDevices = `select d.unit_id, d.plan_id, p.level_id, d.kind, d.x, d.y, d.mounting_height_in
  from plan_placements d join plans p on p.id = d.plan_id where not d.is_deleted and not p.is_deleted and p.feet_per_point is not null`

/** Outlines on calibrated plans, for the design check. */
export const planOutlines = `select o.plan_id, p.project_id, p.name as plan, o.space_id, o.area_ft2
  from plan_outlines o join plans p on p.id = o.plan_id where not p.is_deleted and p.feet_per_point is not null`
