import type { FileUrls } from '../request/context.ts'

/** A value computed in SQL: one expression, or one per property of a small object. */
export interface ComputedColumn {
  sql: string | Readonly<Record<string, string>>
  /** Sort expression, the first expression by default. Null makes the column unsortable. */
  order?: string | null
  /** Converts the database value for the response. Money, images, and formatted text are converted by their kind. */
  read?(value: unknown, addresses: FileUrls): unknown
}
