import { expect, it } from 'vitest'
import { createPhase, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import { PhaseRecordType } from '../../model/contracts/enums.ts'
import { effectiveRates } from '../../model/contracts/money.ts'
import { centsOf, dollarsOf } from '../../model/kit/money.ts'
import { ratesOfContracts } from './public.ts'

const app = await startApp()

const amounts = [null, 0, 1, 12_345] as const
const records = LaborType.values.flatMap(({ value: laborType }) =>
  amounts.flatMap((sell) => amounts.flatMap((cost) => amounts.map((ga) => ({ laborType, sell, cost, ga: ga === null ? null : ga / 100 })))),
)

it('calculates the rates of a record in SQL exactly as the model does', async () => {
  await setDefaultRates(
    app,
    LaborType.values.map(({ value }, index) => ({
      laborType: value,
      sellRate: 100.01 + index,
      costRate: 50.02 + index,
      gaFeePercent: index + 0.25,
    })),
  )
  const contract = await givenContract(app, await createProject(app))
  const phase = await createPhase(app, contract)
  // Without a contract rate, the cost is zero.
  const [without] = LaborType.values
  await app.sql('delete from contract_labor_rates where contract_id = $1 and labor_type = $2', [contract.id, without?.value])
  await app.sql(
    `insert into phase_records (contract_id, phase_id, type, generic_name, labor_type, hours, sell_rate, cost_rate, ga_fee_percent)
     select $1, $2, $3, x.at::text, x."laborType", 100, x.sell, x.cost, x.ga
     from jsonb_to_recordset($4) as x(at int, "laborType" smallint, sell bigint, cost bigint, ga numeric)`,
    [contract.id, phase.id, PhaseRecordType.GenericEntry, JSON.stringify(records.map((record, index) => ({ at: index, ...record })))],
  )
  const sqlRows = await app.sql(
    `select sell_rate as "sellRate", cost_rate as "costRate", ga_fee_percent as "gaFeePercent" from planned_records
     where contract_id = $1 order by generic_name::int`,
    [contract.id],
  )
  const rates = (await app.product.work((ctx) => ratesOfContracts(ctx, [contract.id]))).get(contract.id) ?? []
  expect(rates).toHaveLength(LaborType.values.length - 1)
  const expected = records.map(({ laborType, sell, cost, ga }) => {
    const own = { laborType, sellRate: dollarsOf(sell), costRate: dollarsOf(cost), gaFeePercent: ga }
    const { sellRate, costRate, gaFeePercent } = effectiveRates(own, rates)
    return { sellRate: centsOf(sellRate), costRate: centsOf(costRate), gaFeePercent }
  })
  expect(sqlRows).toEqual(expected)
})
