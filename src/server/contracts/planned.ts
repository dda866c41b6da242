/** What boards read of contracts in SQL: those that are there and not archived, and all in them. */
export const plannedViews = {
  planned_contracts: `select c.id, c.project_id, c.number, c.name, c.type, c.status, c.is_locked, c.row_version
    from contracts c where not c.is_deleted and not c.is_archived`,
  planned_phases: `select ph.id, ph.contract_id, ph.parent_phase_id, ph.type, ph.name, ph.date_range_type, ph.start_date, ph.end_date, ph.fee_type,
    ph.fee, ph."order", ph.row_version from construction_phases ph`,
  planned_records: `select r.id, r.contract_id, r.phase_id, r.type, r.user_id, r.generic_name, r.labor_type, r.hours, r.allocations, r.sell_rate,
    r.cost_rate, r.ga_fee_percent, r.row_version, r.note from phase_records r`,
  planned_rates: 'select cr.contract_id, cr.labor_type, cr.sell_rate, cr.cost_rate, cr.ga_fee_percent from contract_labor_rates cr',
  planned_expenses: 'select e.contract_id, e.date, e.user_id, e.revenue, e.cost from direct_expenses e where not e.is_deleted',
}
