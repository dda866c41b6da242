/** Leads and projects that are not deleted. Who sees which of them says `visible(p)`. */
export const livingProjects = `select p.id, p.number, p.name, p.stage, p.is_archived, p.client_id, p.project_manager_id, p.associate_consultant_id,
    p.installation_factor, p.created_by_id, p.create_date
  from projects p where not p.is_deleted`
