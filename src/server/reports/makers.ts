import { makeBom } from './bom.ts'
import { makeList } from './list-export.ts'
import type { Maker } from './making.ts'
import { makeQuote } from './master-quote.ts'

/** Every kind of file the product can make, by the name its tasks carry. */
export const makers: Record<string, Maker> = {
  list: makeList,
  bom: makeBom,
  quote: makeQuote,
}
