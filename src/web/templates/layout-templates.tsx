import { layoutTemplates } from '../../model/templates/layout-templates.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'
import { ViewsControl } from './views-control.tsx'

export function LayoutTemplatesPage() {
  return (
    <ListPage
      resource={layoutTemplates}
      columnWidths={{ viewNames: 504 }}
      empty="No layout templates yet. A sheet gets its size and its views from one."
    />
  )
}

export function LayoutTemplatePage() {
  return (
    <FormPage
      resource={layoutTemplates}
      sections={[
        ['Layout template', ['name', 'layout', 'sheetSize', 'documentTypes', 'description']],
        ['Views', ['viewIds']],
        ['Title block', ['titleBlockImageUrl']],
      ]}
      controls={{ viewIds: (props) => <ViewsControl {...props} /> }}
    />
  )
}
