import { type EntityShape, requiredJoins } from '../entity/rows.ts'
import type { Served } from '../entity/served.ts'

/**
 * Up to this many rows, collecting and sorting beats walking the order's index. Rows of one manufacturer are clustered in the index, so
 * PostgreSQL could read half the table to find the first.
 */
export const gatherAndSortLimit = 5000

export interface ListOrder {
  key: string
  expression: string
  direction: string
  isDown: boolean
  isJoined: boolean
}

interface Statement {
  shape: EntityShape
  text: string
  where: string
  probed: string
  order: ListOrder[]
  last: string
  slice: string
  countText: string
  cached: { total: string; shown: string } | undefined
  knownTotal: string | undefined
  isCountShort: boolean
  isWalkable: boolean
  gathers: boolean
}
/** Statements by select list, conditions, and whole text. The same lists are requested again and again with different values. */
const statements = new WeakMap<EntityShape, Map<string, Map<string, string>>>()
const mostStatements = 300

export function listStatement(statement: Statement): string {
  const { shape, text, probed, order, last, slice, countText, cached, knownTotal, gathers } = statement
  const known = statements.get(shape) ?? new Map<string, Map<string, string>>()
  statements.set(shape, known)
  const selecting = known.get(text) ?? new Map<string, string>()
  known.set(text, selecting)
  const key = [countText, probed, orderBySql(order, last), slice, cached?.total, knownTotal, gathers].join('\n')
  const built = selecting.get(key) ?? newStatement(statement)
  if (selecting.size >= mostStatements) selecting.clear()
  selecting.set(key, built)
  return built
}

function newStatement(statement: Statement): string {
  const { shape, text, where, probed, order, last, slice, countText, cached, knownTotal, isCountShort, isWalkable, gathers } = statement
  const orderText = orderBySql(order, last)
  const from = `from ${shape.table} t ${requiredJoins(shape.joins, where, probed, orderText)}`
  const source = `${from} where ${where}`
  const found = `with found as materialized (select ${['t.id', ...order.map(({ expression }, index) => `${expression} as o${index}`)].join(', ')} ${from} where ${probed} ${isWalkable ? `limit ${gatherAndSortLimit + 1}` : ''}),
    amount as materialized (select count(*)::int as n from found)`
  const gathered = (only = '') =>
    `select f.id from found f ${only} order by ${[...order.map(({ direction }, index) => `f.o${index} ${direction}`), `f.${last}`].join(', ')} ${slice}`
  const walked = (only = '') => `select t.id ${source} ${only} order by ${orderText} ${slice}`
  const isKnown = knownTotal !== undefined
  const few = '(select n from amount)'
  const page = !gathers
    ? walked()
    : isKnown || !isWalkable
      ? gathered()
      : `(${gathered(`where ${few} <= ${gatherAndSortLimit}`)}) union all (${walked(`and ${few} > ${gatherAndSortLimit}`)})`
  const counted = isCountShort
    ? `least(${few}, ${gatherAndSortLimit + 1})`
    : isWalkable
      ? `case when ${few} <= ${gatherAndSortLimit} then ${few} else (${countText}) end`
      : few
  const totalText = cached?.total ?? knownTotal ?? (gathers ? counted : `(${countText})`)
  return `${gathers ? found : ''}
    select ${totalText}, listed.*${cached ? `, ${cached.shown}` : ''} from (select 1) one left join lateral (
      select ${text} from (${page}) page join ${shape.table} t on t.id = page.id ${requiredJoins(shape.joins, text, orderText)} order by ${orderText}
    ) listed on true`
}

const orderBySql = (order: ListOrder[], last: string) =>
  [...order.map(({ expression, direction }) => `${expression} ${direction}`), `t.${last}`].join(', ')

export function countStatement({ shape, filterJoins }: Served, where: string, isShort = false) {
  const matching = `from ${shape.table} t ${requiredJoins(filterJoins, where)} where ${where}`
  return isShort
    ? `select count(*)::int from (select 1 ${matching} limit ${gatherAndSortLimit + 1}) counted`
    : `select count(*)::int ${matching}`
}
