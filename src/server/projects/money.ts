/**
 * Money in SQL, by the rules of `model/projects/money.ts`. Columns hold whole cents, factors are exact decimals, and `round` of
 * a decimal takes halves away from zero. What stands on lines is read from the view `line_amounts`, which is made of these.
 */

/** What one piece costs: as agreed, as frozen when the project was closed, or as in the catalogue. */
export const unitPriceSql = (line: string, equipment: string) =>
  `coalesce(${line}.unit_price_override, ${line}.frozen_unit_price, ${equipment}.msrp_price)`

/** The same of a line of a template, which nothing freezes. */
export const templateUnitPriceSql = (line: string, equipment: string) => `coalesce(${line}.unit_price_override, ${equipment}.msrp_price)`

/** What the whole line costs, and the same of a line of a template. */
export const amountSql = (line: string, equipment: string) => `${line}.quantity * ${unitPriceSql(line, equipment)}`
export const templateAmountSql = (line: string, equipment: string) => `${line}.quantity * ${templateUnitPriceSql(line, equipment)}`

export const installationSql = (cents: string, factor: string) => `round(${cents} * ${factor})::bigint`
