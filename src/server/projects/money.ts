/**
 * SQL versions of the rules in `model/projects/money.ts`. Columns have whole cents, factors are exact decimals, and `round` of a decimal
 * rounds halves away from zero. Amounts of lines come from the view `line_amounts`, which is built from these.
 */

/** Unit price: agreed, frozen when the project closed, or from the catalog. */
export const unitPriceSql = (line: string, equipment: string) =>
  `coalesce(${line}.unit_price_override, ${line}.frozen_unit_price, ${equipment}.msrp_price)`

/** Unit price of a template line, which is never frozen. */
export const templateUnitPriceSql = (line: string, equipment: string) => `coalesce(${line}.unit_price_override, ${equipment}.msrp_price)`

export const amountSql = (line: string, equipment: string) => `${line}.quantity * ${unitPriceSql(line, equipment)}`
export const templateAmountSql = (line: string, equipment: string) => `${line}.quantity * ${templateUnitPriceSql(line, equipment)}`

export const installationSql = (cents: string, factor: string) => `round(${cents} * ${factor})::bigint`
