import { keepPlan } from '../kit/sql/table.ts'

/**
 * Maintains the sums of spaces and projects (domain 9.1) in the transaction of any change to a line, space, or price. Lists can then read
 * them as columns, and writers need no code for them. A space's sums update its project's (`sum_projects` in the projects area). Each
 * trigger runs once per statement and recomputes the affected spaces, so sums cannot drift. Projects are locked before spaces, both by id,
 * to avoid deadlocks. A line that starts to follow the catalog locks its equipment until the commit, so that a concurrent price change is
 * not missed.
 */
export const sumsSql = [
  `create or replace function sum_spaces(ids bigint[]) returns void language plpgsql ${keepPlan} as $f$
begin
  perform 1 from projects where id in (select project_id from spaces where id = any(ids)) order by id for no key update;
  perform 1 from spaces where id = any(ids) order by id for no key update;
  update spaces s
    set equipment_count = x.equipment, total_msrp_price = x.price
    from (
      select i.id, coalesce(sum(l.quantity), 0)::int as equipment,
        coalesce(sum(l.amount), 0)::bigint as price
      from unnest(ids) i(id)
        left join line_amounts l on l.space_id = i.id
      group by i.id
    ) x
    where s.id = x.id and (s.equipment_count, s.total_msrp_price) is distinct from (x.equipment, x.price);
end $f$`,

  `create or replace function sums_after_lines() returns trigger language plpgsql ${keepPlan} as $f$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    perform 1 from equipments where id in (select equipment_id from new_rows where unit_price_override is null and frozen_unit_price is null)
      order by id for share;
    select array_agg(distinct space_id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct space_id) into ids from old_rows;
  else
    perform 1 from equipments where id in (
      select n.equipment_id from new_rows n join old_rows o on o.id = n.id
      where n.unit_price_override is null and n.frozen_unit_price is null and not n.is_deleted
        and (o.unit_price_override is not null or o.frozen_unit_price is not null or o.is_deleted or o.equipment_id <> n.equipment_id)
    ) order by id for share;
    select array_agg(distinct touched.space_id) into ids
      from new_rows n join old_rows o on o.id = n.id, lateral (values (o.space_id), (n.space_id)) touched(space_id)
      where (o.space_id, o.equipment_id, o.quantity, o.unit_price_override, o.frozen_unit_price, o.is_deleted)
        is distinct from (n.space_id, n.equipment_id, n.quantity, n.unit_price_override, n.frozen_unit_price, n.is_deleted);
  end if;
  if ids is not null then perform sum_spaces(ids); end if;
  return null;
end $f$`,
  `create or replace trigger sums_after_insert after insert on space_equipment referencing new table as new_rows for each statement execute function sums_after_lines()`,
  `create or replace trigger sums_after_update after update on space_equipment referencing old table as old_rows new table as new_rows for each statement execute function sums_after_lines()`,
  `create or replace trigger sums_after_delete after delete on space_equipment referencing old table as old_rows for each statement execute function sums_after_lines()`,

  `create or replace function sums_after_spaces() returns trigger language plpgsql ${keepPlan} as $f$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct project_id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct project_id) into ids from old_rows;
  else
    select array_agg(distinct touched.project_id) into ids
      from new_rows n join old_rows o on o.id = n.id, lateral (values (o.project_id), (n.project_id)) touched(project_id)
      where (o.project_id, o.status, o.is_deleted, o.equipment_count, o.total_msrp_price)
        is distinct from (n.project_id, n.status, n.is_deleted, n.equipment_count, n.total_msrp_price);
  end if;
  if ids is not null then perform sum_projects(ids); end if;
  return null;
end $f$`,
  `create or replace trigger sums_after_insert after insert on spaces referencing new table as new_rows for each statement execute function sums_after_spaces()`,
  `create or replace trigger sums_after_update after update on spaces referencing old table as old_rows new table as new_rows for each statement execute function sums_after_spaces()`,
  `create or replace trigger sums_after_delete after delete on spaces referencing old table as old_rows for each statement execute function sums_after_spaces()`,

  `create or replace function sums_after_prices() returns trigger language plpgsql ${keepPlan} as $f$
declare ids bigint[];
begin
  select array_agg(distinct l.space_id) into ids
    from new_rows n join old_rows o on o.id = n.id and o.msrp_price <> n.msrp_price
      join space_equipment l on l.equipment_id = n.id and not l.is_deleted and l.unit_price_override is null and l.frozen_unit_price is null;
  if ids is not null then perform sum_spaces(ids); end if;
  return null;
end $f$`,
  `create or replace trigger sums_after_update after update on equipments referencing old table as old_rows new table as new_rows for each statement execute function sums_after_prices()`,

  `select sum_spaces(coalesce(array_agg(id), '{}')) from spaces`,
  `select sum_projects(coalesce(array_agg(id), '{}')) from projects`,
]
