import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { alternates, applyAlternates, chooseAlternate } from '../../model/papers/alternates.ts'
import { AlternateKind } from '../../model/papers/enums.ts'
import { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { tellOfChangeSet } from '../activity/public.tsx'
import type { Controls } from '../kit/form/controls.tsx'
import { DateTime, Money } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { FormDialog, ListPage } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useCall, useList } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { AddedControl, LinesControl } from './alternate-controls.tsx'

type Alternate = RowOf<typeof alternates>

export function AlternatesPage() {
  return <ProjectTab title="Alternates">{(project) => <Alternates project={project} />}</ProjectTab>
}

const alternateControls = (project: Project): Controls<typeof alternates.fields> => ({
  lineIds: (props) => props.form.values.kind !== AlternateKind.Add && <LinesControl {...props} projectId={project.id} />,
  added: (props) => props.form.values.kind !== AlternateKind.Omit && <AddedControl {...props} projectId={project.id} />,
})

function Alternates({ project }: { project: Project }) {
  const [edited, setEdited] = useState<number>()
  const params = { id: project.id }
  const isLocked = isReadOnly(project)
  const { mutate: choose } = useCall(chooseAlternate, {
    invalidates: [alternates],
    onDone: ({ code, isChosen }) => toast.success(isChosen ? `${code} is chosen.` : `${code} is no longer chosen.`),
  })
  const mayChoose = can('ProjectBudget.Update') && !isLocked
  const menuOf = (row: Alternate) =>
    mayChoose &&
    row.appliedDate === null && (
      <Menu.Item
        onClick={() =>
          choose({ params: { id: project.id, itemId: row.id }, body: { isChosen: !row.isChosen, rowVersion: row.rowVersion } })
        }
      >
        {row.isChosen ? 'Take the choice back' : 'Choose'}
      </Menu.Item>
    )
  return (
    <>
      <ListPage
        resource={alternates}
        title="Alternates"
        under={params}
        create={isLocked ? 'no' : 'dialog'}
        controls={alternateControls(project)}
        onOpen={({ id }) => setEdited(id)}
        cells={{
          kind: (kind) => AlternateKind.label(kind),
          difference: (difference) => (
            <>
              {difference > 0 && '+'}
              <Money value={difference} />
            </>
          ),
          isChosen: (isChosen) => isChosen && <StateText tone="good">Chosen</StateText>,
          appliedDate: (appliedDate) => <DateTime value={appliedDate} />,
        }}
        actions={!isLocked && can('ProjectEquipment.Update') && <ApplyChosen project={project} />}
        rowMenu={menuOf}
        empty="No alternates yet. Offer the client a choice: equipment to add, to replace or to leave out, with its price."
      />
      <FormDialog
        resource={alternates}
        id={edited}
        under={params}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        controls={alternateControls(project)}
      />
    </>
  )
}

/** Applies what is chosen and not applied yet. */
function ApplyChosen({ project }: { project: Project }) {
  const { data } = useList(alternates, { isChosen: true, itemsPerPage: 100 }, { params: { id: project.id } })
  const open = (data?.items ?? []).filter(({ appliedDate }) => appliedDate === null)
  const { mutate, isPending } = useCall(applyAlternates, {
    invalidates: [alternates, spaceEquipment],
    onDone: ({ changeSetId }) => tellOfChangeSet(`${formatCount(open.length, 'alternate')} applied.`, changeSetId),
  })
  if (open.length === 0) return null
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => mutate({ params: { id: project.id }, body: { ids: open.map(({ id }) => id) } })}
    >
      Apply {formatCount(open.length, 'chosen alternate')}
    </Button>
  )
}
