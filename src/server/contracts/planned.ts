import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import { is } from '../kit/sql/row-types.ts'

export const allocationsIn = is.listOf(is.jsonOf({ month: is.text, hours: is.number }))

/**
 * View of the planned design and construction phases of approved contracts by project; lists of projects read it row by row in one
 * statement.
 */
export const phasesOfProjects = `select x.project_id, json_agg(json_build_object('type', x.type, 'startDate', x.first, 'endDate', x.last) order by x.type) as phases from (
    select c.project_id, ph.type, min(ph.start_date) as first, max(ph.end_date) as last from contracts c join construction_phases ph on ph.contract_id = c.id
    where c.status = ${ContractStatus.Approved} and not c.is_deleted and not c.is_archived and ph.type < ${ConstructionPhaseType.Pause}
      and ph.start_date is not null and ph.end_date is not null group by c.project_id, ph.type
  ) x group by x.project_id`

/**
 * The record's own rate, otherwise the contract's for its labor type, otherwise zero. Must match `effectiveRates` of the model; a test
 * compares both.
 */
const effectiveRateSql = (column: 'sell_rate' | 'cost_rate' | 'ga_fee_percent') => `coalesce(r.${column}, cr.${column}, 0) as ${column}`

/**
 * Views of active contracts and their contents for boards. Records have effective rates; if no rate is selected, PostgreSQL omits the join
 * to the contract's rates.
 */
export const plannedViews = {
  planned_contracts: `select c.id, c.project_id, c.number, c.name, c.type, c.status, c.origin, c.is_locked, c.row_version, c.labor_revenue, c.labor_cost
    from contracts c where not c.is_deleted and not c.is_archived`,
  planned_phases: `select ph.id, ph.contract_id, ph.parent_phase_id, ph.type, ph.name, ph.date_range_type, ph.start_date, ph.end_date, ph.fee_type,
    ph.fee, ph."order", ph.row_version, ph.percent_complete from construction_phases ph`,
  planned_records: `select r.id, r.contract_id, r.phase_id, r.type, r.user_id, r.generic_name, r.labor_type, r.hours, r.allocations,
    ${effectiveRateSql('sell_rate')}, ${effectiveRateSql('cost_rate')}, ${effectiveRateSql('ga_fee_percent')}, r.row_version, r.note
    from phase_records r left join contract_labor_rates cr on cr.contract_id = r.contract_id and cr.labor_type = r.labor_type`,
  // Used only by version 2.47, whose nodes may still run while the first node of this version starts.
  planned_rates: 'select cr.contract_id, cr.labor_type, cr.sell_rate, cr.cost_rate, cr.ga_fee_percent from contract_labor_rates cr',
  planned_expenses: 'select e.contract_id, e.date, e.user_id, e.revenue, e.cost from direct_expenses e where not e.is_deleted',
}
