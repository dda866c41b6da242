import { LaborType } from '../../src/model/access/enums.ts'
import { ConstructionPhaseType } from '../../src/model/contracts/enums.ts'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { uniqueName } from './fresh.ts'
import { createRow } from './given.ts'
import type { TestApp } from './start.ts'

export const givenContract = (house: TestApp, project: AnyRow, more: AnyRow = {}): Promise<AnyRow> =>
  createRow(house, `/api/projects/${project.id}/Contracts`, { name: uniqueName('Contract'), ...more })

/** Construction documents from March to April 2026 by default. */
export const createPhase = async (house: TestApp, contract: AnyRow, more: AnyRow = {}): Promise<AnyRow> =>
  (
    await createRow(house, `/api/contracts/${contract.id}/Phases`, {
      type: ConstructionPhaseType.CD,
      startDate: '2026-03-02',
      endDate: '2026-04-30',
      ...more,
    })
  ).phase

/** 40 hours of a senior consultant with no user assigned. */
export const createPhaseRecord = async (house: TestApp, contract: AnyRow, phase: AnyRow, more: AnyRow = {}): Promise<AnyRow> =>
  (
    await createRow(house, `/api/contracts/${contract.id}/Phases/${phase.id}/Records`, {
      type: more.userId ? 0 : 1,
      laborType: LaborType.SC,
      hours: 40,
      ...more,
    })
  ).record

/** Rates of the worked example: senior consultants sell at 180 and cost 75, plus 10% overhead. */
export const exampleRates = { laborType: LaborType.SC, sellRate: 180, costRate: 75, gaFeePercent: 10 }
export const setDefaultRates = (house: TestApp, rates: AnyRow[] = [exampleRates]) =>
  house.admin('PUT', '/api/dnaDefaults/LaborRates', { rates })
