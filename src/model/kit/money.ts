/** Decimal digits of a number as written: 1.005 is 1005 thousandths, although the float is slightly less. */
function parseDecimalDigits(value: number): { digits: bigint; decimals: number } {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [integer = '', fraction = ''] = mantissa.split('.')
  const decimals = fraction.length - Number(exponent)
  const digits = BigInt(integer + fraction)
  return decimals < 0 ? { digits: digits * 10n ** BigInt(-decimals), decimals: 0 } : { digits, decimals }
}

function divideHalfAway(a: bigint, b: bigint): bigint {
  const isNegative = a < 0n !== b < 0n
  const [top, bottom] = [a < 0n ? -a : a, b < 0n ? -b : b]
  const quotient = (top * 2n + bottom) / (bottom * 2n)
  return isNegative ? -quotient : quotient
}

/** Multiplies the factors and divides, exact until a single rounding half away from zero. */
export function roundedProduct(decimals: number, factors: readonly number[], divisor = 1): number {
  if (divisor === 0 || ![...factors, divisor].every(Number.isFinite)) return Number.NaN
  return plainlyRounded(decimals, factors, divisor) ?? exactlyRounded(decimals, factors, divisor)
}

/**
 * Uses floating point if the result is certain: the error is below a thousandth of the last digit, which matters only near a half. Twenty
 * times faster; a budget rounds thousands of amounts.
 */
function plainlyRounded(decimals: number, factors: readonly number[], divisor: number): number | undefined {
  if (decimals < 0 || decimals > 9 || factors.length > 10) return undefined
  const unit = 10 ** decimals
  let scaled = unit / divisor
  if (!isOfUsualSize(divisor)) return undefined
  for (const factor of factors) {
    if (!isOfUsualSize(factor)) return undefined
    scaled *= factor
  }
  const size = Math.abs(scaled)
  if (size > 1e11) return undefined
  const integer = Math.floor(size)
  const over = size - integer - 0.5
  if (Math.abs(over) < 1e-3) return divisor === 1 ? wholeRounded(decimals, factors) : undefined
  const rounded = over < 0 ? integer : integer + 1
  return rounded === 0 ? 0 : (Math.sign(scaled) * rounded) / unit
}

/** Near a half, factors with at most four decimals are whole ten-thousandths; their product is exact up to the safe integer limit. */
function wholeRounded(decimals: number, factors: readonly number[]): number | undefined {
  let product = 1
  for (const factor of factors) {
    const scaled = Math.round(factor * 10_000)
    if (scaled / 10_000 !== factor || Math.abs(scaled) > 1e14) return undefined
    product *= scaled
    if (Math.abs(product) > Number.MAX_SAFE_INTEGER) return undefined
  }
  const decimalPlaces = 4 * factors.length - decimals
  if (decimalPlaces < 1 || decimalPlaces > 15) return undefined
  const unit = 10 ** decimalPlaces
  const size = Math.abs(product)
  const over = size % unit
  const rounded = (size - over) / unit + (over * 2 >= unit ? 1 : 0)
  return rounded === 0 ? 0 : (Math.sign(product) * rounded) / 10 ** decimals
}

/** Products of these neither overflow nor lose small digits. */
const isOfUsualSize = (value: number) => value === 0 || (Math.abs(value) > 1e-9 && Math.abs(value) < 1e15)

/** Rounds half away from zero with exact decimal digits, for values where floating point is not certain. */
export function exactlyRounded(decimals: number, factors: readonly number[], divisor = 1): number {
  const parts = factors.map(parseDecimalDigits)
  const under = parseDecimalDigits(divisor)
  const digits = parts.reduce((product, part) => product * part.digits, 1n)
  const shift = decimals + under.decimals - parts.reduce((sum, part) => sum + part.decimals, 0)
  const result =
    shift >= 0 ? divideHalfAway(digits * 10n ** BigInt(shift), under.digits) : divideHalfAway(digits, under.digits * 10n ** BigInt(-shift))
  return Number(`${result}e${-decimals}`)
}

export const round = (value: number, decimals: number) => roundedProduct(decimals, [value])
export const round2 = (value: number) => round(value, 2)

/** Whole cents, as stored in the database; null stays null. */
export function centsOf(dollars: number): number
export function centsOf(dollars: number | null | undefined): number | null
export function centsOf(dollars: number | null | undefined) {
  return dollars === null || dollars === undefined ? null : roundedProduct(0, [dollars, 100])
}
export function dollarsOf(cents: number): number
export function dollarsOf(cents: number | null | undefined): number | null
export function dollarsOf(cents: number | null | undefined) {
  return cents === null || cents === undefined ? null : cents / 100
}

/** Sums dollars as whole cents to avoid rounding drift. */
export const sumMoney = (amounts: readonly number[]) => dollarsOf(amounts.reduce((cents, amount) => cents + centsOf(amount), 0))

// Cached: creating a formatter is slow and lists show hundreds of prices.
const formatters = new Map<number, Intl.NumberFormat>()

function decimalFormatter(decimals: number): Intl.NumberFormat {
  let formatter = formatters.get(decimals)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    formatters.set(decimals, formatter)
  }
  return formatter
}

/** `$1,234.50`; pass 0 decimals to omit cents. */
export function formatUsd(dollars: number | null | undefined, decimals = 2): string {
  if (dollars === null || dollars === undefined || !Number.isFinite(dollars)) return 'N/A'
  const amount = round(Math.abs(dollars), decimals)
  return `${dollars < 0 && amount > 0 ? '−' : ''}$${decimalFormatter(decimals).format(amount)}`
}
