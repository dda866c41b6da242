import { uncountedStatuses } from '../../model/spaces/counted-spaces.ts'
import { keepPlan } from '../kit/sql/table.ts'

/**
 * Computes project sums from the counted spaces (domain 9.1). Called by the triggers of `spaces/sums.ts` in the transaction of the change.
 */
export const sumsSql = [
  `create or replace function sum_projects(ids bigint[]) returns void language plpgsql ${keepPlan} as $f$
begin
  perform 1 from projects where id = any(ids) order by id for no key update;
  update projects p
    set space_count = x.spaces, equipment_count = x.equipment, total_msrp_price = x.price
    from (
      select i.id, count(s.id)::int as spaces, coalesce(sum(s.equipment_count), 0)::int as equipment, coalesce(sum(s.total_msrp_price), 0)::bigint as price
      from unnest(ids) i(id)
        left join spaces s on s.project_id = i.id and not s.is_deleted and s.status not in (${uncountedStatuses.join(', ')})
      group by i.id
    ) x
    where p.id = x.id and (p.space_count, p.equipment_count, p.total_msrp_price) is distinct from (x.spaces, x.equipment, x.price);
end $f$`,
]
