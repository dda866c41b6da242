/**
 * Maintains `projects.is_restricted`: true while the project has an access list, in the transaction of any change to a list. A query then
 * looks up the list only of restricted projects (decision 97). The project is locked before its list is read, so that of two concurrent
 * changes the later one sees the entries of the earlier one.
 */
export const restrictedSql = [
  `create or replace function restrict_projects(ids bigint[]) returns void language plpgsql as $f$
begin
  perform 1 from projects where id = any(ids) order by id for no key update;
  update projects p set is_restricted = not p.is_restricted
    where p.id = any(ids) and p.is_restricted <> exists (select from project_access_entries e where e.project_id = p.id);
end $f$`,

  `create or replace function restrict_after_entries() returns trigger language plpgsql as $f$
declare ids bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct project_id) into ids from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct project_id) into ids from old_rows;
  else
    select array_agg(distinct project_id) into ids from (select project_id from new_rows union select project_id from old_rows) touched;
  end if;
  if ids is not null then perform restrict_projects(ids); end if;
  return null;
end $f$`,
  ...[
    ['insert', 'new table as new_rows'],
    ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows'],
  ].map(
    ([event, rows]) =>
      `create or replace trigger restrict_after_${event} after ${event} on project_access_entries referencing ${rows} for each statement execute function restrict_after_entries()`,
  ),

  // Backfills lists from before the column existed.
  `select restrict_projects(coalesce(array_agg(p.id), '{}')) from projects p
    where p.is_restricted <> exists (select from project_access_entries e where e.project_id = p.id)`,
]
