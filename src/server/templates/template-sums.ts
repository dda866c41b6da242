import { templateAmountSql } from '../projects/public.ts'

/**
 * Maintains template sums in the transaction of any change to a line or price, like those of spaces (`spaces/sums.ts`). The number of
 * spaces that use a template is counted on request, because it depends on project visibility. Writers of lines lock equipment before the
 * template. A price change updates templates before projects and spaces, in the same order as applying a template: triggers run in order of
 * their names.
 */
export const templateSumsSql = [
  `create or replace function sum_templates(ids bigint[]) returns void language plpgsql as $f$
begin
  perform 1 from space_templates where id = any(ids) order by id for no key update;
  update space_templates t
    set equipment_count = x.equipment, total_msrp_price = x.price
    from (
      select i.id, coalesce(sum(l.quantity), 0)::int as equipment,
        coalesce(sum(${templateAmountSql('l', 'e')}), 0)::bigint as price
      from unnest(ids) i(id)
        left join space_template_equipment l on l.space_template_id = i.id and not l.is_deleted
        left join equipments e on e.id = l.equipment_id
      group by i.id
    ) x
    where t.id = x.id and (t.equipment_count, t.total_msrp_price) is distinct from (x.equipment, x.price);
end $f$`,

  `create or replace function sums_after_template_lines() returns trigger language plpgsql as $f$
declare ids bigint[];
begin
  perform 1 from equipments where id in (select equipment_id from new_rows where not is_deleted) order by id for share;
  select array_agg(distinct space_template_id) into ids from new_rows;
  if ids is not null then perform sum_templates(ids); end if;
  return null;
end $f$`,
  `create or replace trigger sums_after_insert after insert on space_template_equipment referencing new table as new_rows for each statement execute function sums_after_template_lines()`,
  `create or replace trigger sums_after_update after update on space_template_equipment referencing new table as new_rows for each statement execute function sums_after_template_lines()`,

  `create or replace function sums_of_templates_after_prices() returns trigger language plpgsql as $f$
declare ids bigint[];
begin
  select array_agg(distinct l.space_template_id) into ids
    from new_rows n join old_rows o on o.id = n.id and o.msrp_price <> n.msrp_price
      join space_template_equipment l on l.equipment_id = n.id and not l.is_deleted and l.unit_price_override is null;
  if ids is not null then perform sum_templates(ids); end if;
  return null;
end $f$`,
  `create or replace trigger prices_of_templates after update on equipments referencing old table as old_rows new table as new_rows for each statement execute function sums_of_templates_after_prices()`,

  `select sum_templates(coalesce(array_agg(id), '{}')) from space_templates`,
]
