import { Menu, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { siteVisitReport } from '../../model/site/site-calls.ts'
import { siteVisits } from '../../model/site/site-visits.ts'
import type { Controls, Section } from '../kit/form/controls.tsx'
import { FormDialog, ListPage } from '../kit/pages.tsx'
import { useCall } from '../kit/request/call.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { tellOfPaper } from './paper-button.tsx'

export function SiteVisitsPage() {
  return <ProjectTab title="Site visits">{(project) => <Visits project={project} />}</ProjectTab>
}

const sections: Section<typeof siteVisits.fields>[] = [['', ['date', 'people', 'weather', 'summary']]]
const controls: Controls<typeof siteVisits.fields> = {
  people: ({ field, value, error, readOnly, onChange }) => (
    <TagsInput
      label={field.label}
      value={value ?? []}
      error={error}
      readOnly={readOnly}
      onChange={onChange}
      placeholder="Name, then Enter"
    />
  ),
}

function Visits({ project }: { project: Project }) {
  const [edited, setEdited] = useState<number>()
  const params = { id: project.id }
  const report = useCall(siteVisitReport, { onDone: tellOfPaper })
  return (
    <>
      <ListPage
        resource={siteVisits}
        title="Site visits"
        under={params}
        create={isReadOnly(project) ? 'no' : 'dialog'}
        sections={sections}
        controls={controls}
        onOpen={({ id }) => setEdited(id)}
        cells={{ people: (people) => people.join(', ') }}
        rowMenu={({ id }) => <Menu.Item onClick={() => report.mutate({ params: { ...params, itemId: id } })}>Field report</Menu.Item>}
        empty="No site visits yet. A visit prints as a field report with the observations of its day."
      />
      <FormDialog
        resource={siteVisits}
        id={edited}
        under={params}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        sections={sections}
        controls={controls}
      />
    </>
  )
}
