import { DocumentType } from './enums.ts'

const { CoverSheet, SitePlan, Overview, Plan, ScopeView, TypicalIAV, IAV, TypicalSCD, SCD, Detail, SpecSheet } = DocumentType

/** Sheets of a set lie in this order (domain 11.8). */
export const typeOrder: readonly DocumentType[] = [
  CoverSheet,
  SitePlan,
  Overview,
  Plan,
  ScopeView,
  TypicalIAV,
  IAV,
  TypicalSCD,
  SCD,
  Detail,
  SpecSheet,
]

/** What a sheet is called unless somebody says otherwise: "Boardroom IAV". */
export const titleOf = (type: DocumentType, about: string | null | undefined) =>
  [about, DocumentType.label(type)].filter(Boolean).join(' ').slice(0, 200)
