import { leads } from '../../model/projects/leads.ts'
import { ListPage } from '../kit/pages.tsx'

/** Potential projects. Archived leads are shown only by filter. */
export function LeadsPage() {
  return (
    <ListPage resource={leads} reads={{ cells: [] }} empty="No leads yet. A lead is potential work; once promoted, it becomes a project." />
  )
}
