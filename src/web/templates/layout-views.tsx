import { layoutViews } from '../../model/templates/layout-views.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'

export function LayoutViewsPage() {
  return <ListPage resource={layoutViews} columnWidths={{ documentTypes: 352 }} empty="No layout views yet. Sheets are filled with them." />
}

export function LayoutViewPage() {
  return (
    <FormPage
      resource={layoutViews}
      sections={[
        ['Layout view', ['name', 'abbreviation', 'scale', 'documentTypes']],
        ['Picture and description', ['imageUrl', 'description']],
      ]}
    />
  )
}
