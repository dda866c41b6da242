import { leads } from '../../model/projects/leads.ts'
import { ListPage } from '../kit/pages.tsx'

/** Work that may come. Archived leads are shown by their filter. */
export function LeadsPage() {
  return (
    <ListPage resource={leads} reads={{ cells: [] }} empty="No leads yet. A lead is potential work; once promoted, it becomes a project." />
  )
}
