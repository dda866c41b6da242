import type { FileUrls } from '../request/context.ts'

/** A value that SQL works out: one expression, or the parts of a small object with one each. */
export interface ComputedColumn {
  sql: string | Readonly<Record<string, string>>
  /** What lists sort by; null where sorting makes no sense. The first expression unless said. */
  order?: string | null
  /** Turns what the database answered into what is answered; money, pictures and formatted text are turned by their kind. */
  read?(value: unknown, addresses: FileUrls): unknown
}
