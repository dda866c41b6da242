import { keepPlan } from '../kit/sql/table.ts'

/**
 * Creates and deletes the units of lines (domain 22) by triggers in the statement that changes the lines, so that every way of changing a
 * quantity is covered: adding, editing, bulk, cloning, templates, replacement, moving, undo. A deleted unit keeps its row and returns with
 * its label, if still free, when the quantity rises again. A unit with a cable or in a rack prevents removal; after a replacement its
 * cables move to matching ports. A new label takes the tag's highest number in the project plus one. A violation raises a unique error
 * without an index, which `error-response.ts` returns as a 409 with its message. Runs after the sums, which lock the projects, so two
 * writers of one project never create units concurrently.
 */
export const unitsSql = [
  `create or replace function unit_wanted(lines bigint[]) returns table (project_id bigint, line_id bigint, unit_index int, tag text)
  language sql stable as $f$
  select l.project_id, l.id, i, e.tag from space_equipment l join rack_products e on e.id = l.equipment_id, generate_series(1, l.quantity) i
  where l.id = any(lines) and not l.is_deleted
    and not exists (select from units u where u.line_id = l.id and u.unit_index = i and not u.is_deleted)
$f$`,

  /**
   * Units that do not fit their position with the product "becomes", or as they are now: too tall, without ears, overlapping others, or too
   * deep for what is behind them. Includes the contents of shelves that are removed or no longer shelves.
   */
  `create or replace function rack_misfits(lines bigint[], becomes bigint) returns table (unit_id bigint) language sql stable as $f$
  with placed as (
    select p.unit_id, p.rack_id, p.start_unit, p.face, p.shelf_unit_id, l.id = any(lines) as is_meant, e.rack_accessory, e.depth_in,
      case when l.id = any(lines) and coalesce(e.width_in, 0) not between 8 and 10.3 then 'none' else p.half end as half,
      greatest(1, ceil(coalesce(e.rack_units, 1))) as height, e.is_rack_mountable or e.rack_accessory is not null as has_ears
    from rack_placements p join units u on u.id = p.unit_id join space_equipment l on l.id = u.line_id
      join rack_products e on e.id = case when l.id = any(lines) then coalesce(becomes, l.equipment_id) else l.equipment_id end
    where p.rack_id in (select o.rack_id from rack_placements o join units v on v.id = o.unit_id where v.line_id = any(lines))
  ), gone as (
    select p.unit_id from placed p join racks r on r.id = p.rack_id
    where p.is_meant and p.shelf_unit_id is null
      and (not p.has_ears or p.start_unit + p.height - 1 > r.height_r_u or exists (
        select from placed o where o.rack_id = p.rack_id and o.unit_id <> p.unit_id and o.shelf_unit_id is null
          and (o.half = p.half or 'none' in (o.half, p.half)) and (o.face = p.face or o.depth_in + p.depth_in > r.mounting_depth_in)
          and o.start_unit < p.start_unit + p.height and p.start_unit < o.start_unit + o.height))
  )
  select g.unit_id from gone g
  union select c.unit_id from placed c join placed s on s.unit_id = c.shelf_unit_id
    where s.is_meant and (s.rack_accessory is distinct from 1 or s.unit_id in (select g.unit_id from gone g))
$f$`,

  `create or replace function make_units(lines bigint[], renamed bigint[]) returns void language plpgsql ${keepPlan} as $f$
declare held text; connected text;
begin
  -- Where other equipment came, what does not fit any more is taken out of its rack.
  if renamed <> '{}' then
    perform move_cables(renamed);
    update rack_placements p set half = 'none'
      from units u join space_equipment l on l.id = u.line_id join rack_products e on e.id = l.equipment_id
      where u.id = p.unit_id and l.id = any(renamed) and p.half <> 'none' and coalesce(e.width_in, 0) not between 8 and 10.3;
    delete from rack_placements p using rack_misfits(renamed, null) m where m.unit_id = p.unit_id;
  end if;

  select string_agg(x.label, ', ') into held from (
    select u.label from units u join space_equipment l on l.id = u.line_id join rack_placements p on p.unit_id = u.id
    where u.line_id = any(lines) and not u.is_deleted and (l.is_deleted or u.unit_index > l.quantity)
    order by u.label collate natural_order limit 20
  ) x;
  if held is not null then
    raise exception using errcode = '23505', message = format('Still placed in a rack: %s. Take it out of there first.', held);
  end if;

  select string_agg(x.label, ', ') into connected from (
    select u.label from units u join space_equipment l on l.id = u.line_id
    where u.line_id = any(lines) and not u.is_deleted and (l.is_deleted or u.unit_index > l.quantity)
      and exists (select from connections c where not c.is_deleted and u.id in (c.from_unit_id, c.to_unit_id)
        and not exists (select from units o join space_equipment k on k.id = o.line_id join spaces s on s.id = k.space_id
          where o.id in (c.from_unit_id, c.to_unit_id) and s.is_deleted))
    order by u.label collate natural_order limit 20
  ) x;
  if connected is not null then
    raise exception using errcode = '23505', message = format('Still connected by a cable: %s. Take the cable off first.', connected);
  end if;

  update units u set is_deleted = true, delete_date = now()
    from space_equipment l join rack_products e on e.id = l.equipment_id
    where l.id = u.line_id and u.line_id = any(lines) and not u.is_deleted
      and (l.is_deleted or u.unit_index > l.quantity
        or l.id = any(renamed) and not u.is_own_label and left(u.label, length(e.tag) + 1) <> e.tag || '-');

  update units u set is_deleted = false, delete_date = null
    from (
      select old.id, row_number() over (partition by old.project_id, dna_key(old.label) order by old.id) as nth
      from unit_wanted(lines) w join units old on old.line_id = w.line_id and old.unit_index = w.unit_index
      where (old.is_own_label or left(old.label, length(w.tag) + 1) = w.tag || '-')
        and not exists (select from units o where o.project_id = old.project_id and dna_key(o.label) = dna_key(old.label) and not o.is_deleted)
    ) free
    where u.id = free.id and free.nth = 1;

  with wanted as materialized (
    select w.*, dna_key(w.tag) as key, row_number() over (partition by w.project_id, dna_key(w.tag) order by w.line_id, w.unit_index) as nth,
      count(*) over (partition by w.project_id, dna_key(w.tag)) as many
    from unit_wanted(lines) w
  ), numbered as (
    insert into unit_numbers as n (project_id, tag, highest)
    select distinct w.project_id, w.key, w.many from wanted w
    on conflict (project_id, tag) do update set highest = n.highest + excluded.highest
    returning n.project_id, n.tag, n.highest
  )
  insert into units as u (project_id, line_id, unit_index, label)
  select w.project_id, w.line_id, w.unit_index, w.tag || '-' || (n.highest - w.many + w.nth)
  from wanted w join numbered n on n.project_id = w.project_id and n.tag = w.key
  order by w.line_id, w.unit_index
  on conflict (line_id, unit_index) do update
    set label = excluded.label, is_own_label = false, is_deleted = false, delete_date = null, row_version = u.row_version + 1;
end $f$`,

  `create or replace function units_after_lines() returns trigger language plpgsql ${keepPlan} as $f$
declare lines bigint[]; renamed bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id), '{}' into lines, renamed from new_rows where not is_deleted;
  else
    select array_agg(n.id), coalesce(array_agg(n.id) filter (where n.equipment_id <> o.equipment_id), '{}') into lines, renamed
      from new_rows n join old_rows o on o.id = n.id
      where (n.quantity, n.is_deleted, n.equipment_id) is distinct from (o.quantity, o.is_deleted, o.equipment_id);
  end if;
  if lines is not null then perform make_units(lines, renamed); end if;
  return null;
end $f$`,
  `create or replace trigger units_after_insert after insert on space_equipment referencing new table as new_rows for each statement execute function units_after_lines()`,
  `create or replace trigger units_after_update after update on space_equipment referencing old table as old_rows new table as new_rows for each statement execute function units_after_lines()`,

  // Backfills lines from before units existed.
  `select make_units(coalesce(array_agg(l.id), '{}'), '{}') from space_equipment l
    where not l.is_deleted and not exists (select from units u where u.line_id = l.id)`,
]
