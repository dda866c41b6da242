import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import {
  changeTemplateLines,
  deleteTemplateAreaGroup,
  spaceTemplates,
  templateAreaGroups,
  updateTemplateLine,
} from '../../model/templates/space-templates.ts'
import { pushTemplate, type SpacePush, spacesBehindTemplate, spacesOfTemplate } from '../../model/templates/template-calls.ts'
import { useUndo } from '../activity/public.tsx'
import type { Section } from '../kit/form/controls.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconPlus } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { ActivityPanel, DataTable, EmptyState, FormDialog, FormPage, ReasonButton, RowsPanel, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { RowKey } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { AddEquipment, type LineCalls, type LinePlace, SpaceLines, useAddKey } from '../spaces/public.tsx'
import { countPending, PushDialog, pushColumns } from './push-dialog.tsx'
import { type SpaceTemplate, TemplateTab, templateTabs } from './space-template-head.tsx'
import css from './templates.module.css'

const lineCalls: LineCalls = {
  resource: spaceTemplates,
  update: updateTemplateLine,
  together: changeTemplateLines,
  at: (id, itemId) => ({ id, itemId }),
}

export function SpaceTemplatePage() {
  const { id } = useParams({ strict: false })
  return id === 'new' ? <TemplateForm /> : <TemplateEquipment />
}

const sections: Section<typeof spaceTemplates.fields>[] = [
  ['Space template', ['name', 'defaultComplexity', 'industryType', 'imageUrl', 'description', 'verificationTemplateIds']],
]

function TemplateForm() {
  return (
    <FormPage
      resource={spaceTemplates}
      tabs={templateTabs}
      sections={sections}
      removalImpact={() => 'Spaces created from it stay as they are.'}
    />
  )
}

export const SpaceTemplateDetailsPage = TemplateForm

function TemplateEquipment() {
  const [isAdding, setAdding] = useState(false)
  const [group, setGroup] = useState<{ id?: number }>()
  const undo = useUndo()
  const mayChange = can(spaceTemplates.permission.update!)
  useAddKey(() => setAdding(true), mayChange)
  const { mutate: removeGroup } = useCall(deleteTemplateAreaGroup, {
    invalidates: [spaceTemplates],
    onDone: () => toast.success('Area group deleted; its equipment stays in the template.'),
  })
  async function askToRemove(template: SpaceTemplate, id: number, name: string) {
    const text = 'Its equipment stays in the template, without an area group.'
    if (await confirm({ title: `Delete the area group ${name}?`, text, verb: 'Delete', danger: true }))
      removeGroup({ params: { id: template.id, itemId: id } })
  }
  return (
    <TemplateTab
      actions={() =>
        mayChange && (
          <>
            <Button variant="default" onClick={() => setGroup({})}>
              New area group
            </Button>
            <ReasonButton
              leftSection={<IconPlus size={16} />}
              onClick={() => setAdding(true)}
              reason={isAdding && 'It is open on this page'}
            >
              Add equipment
            </ReasonButton>
          </>
        )
      }
    >
      {(template) => (
        <div className={css.main}>
          {isAdding && (
            <AddEquipment space={template as unknown as LinePlace} calls={lineCalls} undo={undo} onClose={() => setAdding(false)} />
          )}
          {(template.areaGroups ?? []).length === 0 ? (
            <EmptyState
              text="No equipment yet. Add it from the catalog."
              action={mayChange ? 'Add equipment' : undefined}
              onAction={() => setAdding(true)}
            />
          ) : (
            <SpaceLines
              space={template as unknown as LinePlace}
              calls={lineCalls}
              isLocked={!mayChange}
              undo={undo}
              onRename={(id) => setGroup({ id })}
              onRemove={(id, name) => void askToRemove(template, id, name)}
            />
          )}
          <FormDialog
            resource={templateAreaGroups}
            id={group?.id}
            opened={group !== undefined}
            onClose={() => setGroup(undefined)}
            under={{ id: template.id }}
            onSaved={() => setGroup(undefined)}
          />
        </div>
      )}
    </TemplateTab>
  )
}

export function SpaceTemplateSpacesPage() {
  return (
    <TemplateTab>
      {(template) => (
        <div className={css.main}>
          {can(spacesBehindTemplate.permission) ? (
            <Behind template={template} />
          ) : (
            <RowsPanel
              title="Spaces"
              of={spaces}
              call={spacesOfTemplate}
              params={{ templateId: template.id }}
              shown={['name', 'spaceNumber', 'building', 'level', 'status', 'equipmentCount']}
              hrefOf={(space) => `/projects/${space.projectId}/spaces/${space.id}`}
              empty="No space has been created from it yet."
            />
          )}
        </div>
      )}
    </TemplateTab>
  )
}

const most = 200

function Behind({ template }: { template: SpaceTemplate }) {
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [pushing, setPushing] = useState<number[]>()
  const { data, error, refetch } = useRead(
    spacesBehindTemplate,
    { params: { id: template.id }, query: { itemsPerPage: most } },
    { isQuiet: true, keepsOld: true },
  )
  if (error && !data) return <LoadError error={error} title="Spaces" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={8} />
  if (data.items.length === 0)
    return <EmptyState text="No space has been created from this template yet. It can be chosen when a space is created." />
  const behind = data.items.filter((item: SpacePush) => !item.reason && countPending(item) > 0)
  const mayPush = can(pushTemplate.permission)
  return (
    <>
      <p className={css.hint} role="status">
        {behind.length === 0
          ? 'All spaces are up to date with the template.'
          : `${behind.length.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} spaces are behind the template.`}
      </p>
      {mayPush && behind.length > 0 && (
        <div className={css.bar}>
          <ReasonButton
            reason={selected.size === 0 && 'Select the spaces to apply it to'}
            onClick={() => setPushing([...selected].map(Number))}
          >
            Apply to {selected.size === 0 ? 'selected spaces' : formatCount(selected.size, 'space')}
          </ReasonButton>
          <Button variant="default" onClick={() => setSelected(new Set(behind.map(({ id }: SpacePush) => id)))}>
            Select those behind
          </Button>
        </div>
      )}
      <DataTable
        label={`Spaces created from ${template.name}`}
        columns={pushColumns}
        rows={data.items}
        selected={selected}
        onSelect={mayPush ? setSelected : undefined}
        nameOf={({ name }) => name}
      />
      <PushDialog template={template} spaceIds={pushing} onClose={() => setPushing(undefined)} onDone={() => setSelected(new Set())} />
    </>
  )
}

export function SpaceTemplateActivityPage() {
  return (
    <TemplateTab>
      {(template) => (
        <div className={css.main}>
          <ActivityPanel resource={spaceTemplates} id={template.id} />
        </div>
      )}
    </TemplateTab>
  )
}
