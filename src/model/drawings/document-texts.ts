import { DocumentType } from './enums.ts'

const { CoverSheet, SitePlan, Overview, Plan, ScopeView, TypicalIAV, IAV, TypicalSCD, SCD, Detail, SpecSheet } = DocumentType

/** Order of the sheets in a set (domain 11.8). */
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

/** Default sheet title: "Boardroom IAV". */
export const defaultSheetTitle = (type: DocumentType, about: string | null | undefined) =>
  [about, DocumentType.label(type)].filter(Boolean).join(' ').slice(0, 200)
