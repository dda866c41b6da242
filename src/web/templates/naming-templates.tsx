import { builtInSegments } from '../../model/templates/naming.ts'
import { namingTemplates } from '../../model/templates/naming-templates.ts'
import { Code, FormPage, ListPage } from '../kit/pages.tsx'
import { SegmentsControl } from './segments-control.tsx'

export function NamingTemplatesPage() {
  return <ListPage resource={namingTemplates} cells={{ example: (example) => <Code>{example}</Code> }} empty="No naming templates yet." />
}

export function NamingTemplatePage() {
  return (
    <FormPage
      resource={namingTemplates}
      preset={{ segments: builtInSegments }}
      sections={[
        ['Naming template', ['name', 'documentTypes', 'description']],
        ['Segments', ['segments']],
      ]}
      controls={{ segments: (props) => <SegmentsControl {...props} /> }}
    />
  )
}
