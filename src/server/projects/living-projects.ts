/** Leads and projects that are not deleted. Access is checked separately with `visible(p)`. */
export const livingProjects = `select p.id, p.number, p.name, p.stage, p.is_archived, p.client_id, p.project_manager_id, p.associate_consultant_id,
    p.installation_factor, p.created_by_id, p.create_date, p.project_status, p.is_restricted,
    coalesce((select b.exclude_owner_furnished from project_budgets b where b.project_id = p.id), true) as excludes_owner_furnished
  from projects p where not p.is_deleted`

/** External list entries per person, with groups expanded. */
export const externalEntries = `select e.project_id, coalesce(e.user_id, m.user_id) as user_id, e.show_equipment, e.show_documents, e.can_comment, e.is_live,
    e.show_reports, e.show_prices
  from project_external_access_entries e left join group_members m on m.access_group_id = e.access_group_id
  where e.user_id is not null or m.user_id is not null`
