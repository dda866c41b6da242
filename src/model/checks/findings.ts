import { cableDataFindings, conduitFindings, lengthFindings, poeFindings } from './cable-findings.ts'
import type { CheckedProject } from './checked.ts'
import { circuitFindings } from './circuit-findings.ts'
import { type Found, grades } from './design-check.ts'
import { type DesignRule, designRules } from './design-rules.ts'
import { rackFindings } from './rack-findings.ts'
import { budgetFindings, dataFindings, displayFindings, outlineFindings } from './room-findings.ts'

const findingsByRule: Readonly<Record<DesignRule, (project: CheckedProject) => Found[]>> = {
  circuits: circuitFindings,
  poe: poeFindings,
  cables: lengthFindings,
  racks: rackFindings,
  conduits: conduitFindings,
  displays: displayFindings,
  budgets: budgetFindings,
  data: (project) => [...dataFindings(project), ...cableDataFindings(project), ...outlineFindings(project)],
}

/** Runs all rules. Returns the most severe findings first, then in rule order. */
export function findProblems(project: CheckedProject): Found[] {
  const all = designRules.flatMap((rule) => findingsByRule[rule](project))
  return grades.flatMap((grade) => all.filter((found) => found.grade === grade))
}
