/**
 * Latest issued revision of each project, which external users see unless their entry is live. The query reads `contents` only if it is
 * selected.
 */
export const issuedRevisions = `select distinct on (r.project_id) r.project_id, r.id, r.code, r.title, r.issue_date, r.space_count, r.equipment_count,
    r.total_msrp_price, i.first_name || ' ' || i.last_name as issued_by, r.created_by_id as issued_by_id, c.fingerprint, c.file_ids, c.contents
  from revisions r join revision_contents c on c.revision_id = r.id left join people i on i.id = r.created_by_id
  where not r.is_deleted order by r.project_id, r.issue_date desc, r.id desc`

export const revisionNames = 'select r.id, r.project_id, r.code, r.title, r.issue_date from revisions r'
