import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { areaGroups, deleteAreaGroup, orderAreaGroups } from '../../model/spaces/area-groups.ts'
import { addGroup } from '../../model/spaces/space-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { templateFromSpace } from '../../model/templates/space-templates.ts'
import { useUndo } from '../activity/public.tsx'
import { mentioning } from '../inbox/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { confirm, leaveQuestion, removeRows } from '../kit/form/dialogs.tsx'
import { IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { EmptyState, FormDialog, FormPage, hidden, ReasonButton } from '../kit/pages.tsx'
import { invalidateEntity, useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { isReadOnly, type Project, ProjectTab, useProject } from '../projects/public.tsx'
import { RoomBom } from '../reports/public.tsx'
import { TemplateDialogs, type TemplateStep } from '../templates/public.tsx'
import { AddEquipment, useAddKey } from './add-equipment.tsx'
import { BudgetAside } from './budget-aside.tsx'
import { CloneSpace } from './clone-space.tsx'
import { ComplexityControl } from './complexity-control.tsx'
import { areaGroupControl, hiddenInForms, levelControl } from './level-control.tsx'
import { LineDialog, LineEditor } from './line-editor.tsx'
import { MoveGroup } from './move-group.tsx'
import { RoomStrip } from './room-strip.tsx'
import css from './space.module.css'
import { type Space, SpaceState, SpaceTab, spaceCrumbs, spaceNote, spaceTabs, useSpaceOfAddress } from './space-head.tsx'
import { SpaceLines } from './space-lines.tsx'

type Step =
  | { is: 'addGroup' }
  | { is: 'areaGroup'; id?: number }
  | { is: 'move'; id: number }
  | { is: 'clone'; where: 'here' | 'elsewhere' }
  | { is: 'template'; step: TemplateStep }

/** Id of the line in the editor. Unsaved input is never discarded without asking. */
function useEditedLine() {
  const [edited, setEdited] = useState<number>()
  const unsaved = useRef<() => void>(undefined)
  const keepUnsaved = useCallback((discard: (() => void) | undefined) => {
    unsaved.current = discard
  }, [])
  async function edit(id: number | undefined) {
    if (id === edited) return
    if (unsaved.current && !(await confirm(leaveQuestion))) return
    unsaved.current?.()
    unsaved.current = undefined
    setEdited(id)
  }
  // Does not follow the focus while there is unsaved input. Only explicitly opening another line asks.
  const follow = (id: number) => !unsaved.current && setEdited(id)
  return { edited, edit, follow, keepUnsaved }
}

export function SpacePage() {
  const isNarrow = useMediaQuery('(max-width: 85em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isAdding, setAdding] = useState(false)
  const [step, setStep] = useState<Step>()
  const line = useEditedLine()
  const mayChange = can('ProjectEquipment.Update')
  const { data: project } = useProject()
  useAddKey(() => setAdding(true), mayChange && project !== undefined && !isReadOnly(project))
  return (
    <SpaceTab
      actions={(space, project) => (
        <>
          <RoomBom space={space} />
          {mayChange && !isReadOnly(project) && (
            <>
              {!isNarrow && (
                <>
                  <Button variant="default" onClick={() => setStep({ is: 'areaGroup' })}>
                    New area group
                  </Button>
                  <Button variant="default" onClick={() => setStep({ is: 'addGroup' })}>
                    Add equipment group
                  </Button>
                </>
              )}
              <ReasonButton
                leftSection={<IconPlus size={16} />}
                onClick={() => setAdding(true)}
                reason={isAdding && 'It is open on this page'}
              >
                Add equipment
              </ReasonButton>
            </>
          )}
        </>
      )}
      menu={(space, project) => can('Projects.Update') && <SpaceItems {...{ space, project, mayChange, setStep, isNarrow }} />}
    >
      {(space, project) => (
        <>
          <SpaceColumns {...{ space, line, isAdding, setAdding, setStep }} isLocked={isReadOnly(project) || !mayChange} />
          <SpaceDialogs {...{ space, project, step }} onClose={() => setStep(undefined)} />
        </>
      )}
    </SpaceTab>
  )
}

interface ItemsProps {
  space: Space
  project: Project
  mayChange: boolean
  setStep: (step: Step) => void
  /** Puts the actions into the menu that have their own buttons in wider windows. */
  isNarrow: boolean
}

function SpaceItems({ space, project, mayChange, setStep, isNarrow }: ItemsProps) {
  const navigate = useNavigate()
  const isOpen = !isReadOnly(project)
  async function remove() {
    const removalImpact = 'Its equipment no longer counts toward totals. It can be brought back from Restore spaces.'
    if (await removeRows(spaces, [space], undefined, removalImpact)) void navigate({ to: `/projects/${project.id}/spaces` })
  }
  return (
    <>
      {isNarrow && mayChange && isOpen && (
        <>
          <Menu.Item onClick={() => setStep({ is: 'areaGroup' })}>New area group</Menu.Item>
          <Menu.Item onClick={() => setStep({ is: 'addGroup' })}>Add equipment group</Menu.Item>
        </>
      )}
      {isOpen && <Menu.Item onClick={() => setStep({ is: 'clone', where: 'here' })}>Clone</Menu.Item>}
      <Menu.Item onClick={() => setStep({ is: 'clone', where: 'elsewhere' })}>Clone to project</Menu.Item>
      {mayChange && isOpen && <Menu.Item onClick={() => setStep({ is: 'template', step: 'add' })}>Add template</Menu.Item>}
      {can(templateFromSpace.permission) && (
        <Menu.Item onClick={() => setStep({ is: 'template', step: 'save' })}>Save as template</Menu.Item>
      )}
      {isOpen && (
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}

interface ColumnsProps {
  space: Space
  line: ReturnType<typeof useEditedLine>
  isLocked: boolean
  isAdding: boolean
  setAdding: (isAdding: boolean) => void
  setStep: (step: Step) => void
}

function SpaceColumns({ space, line: { edited, edit, follow, keepUnsaved }, isLocked, isAdding, setAdding, setStep }: ColumnsProps) {
  const isPhone = useIsPhone()
  const { mutate: removeGroup } = useCall(deleteAreaGroup, {
    invalidates: [spaces],
    onDone: () => toast.success('Area group deleted; its equipment stays in the space.'),
  })
  async function askToRemove(id: number, name: string) {
    const isSure = await confirm({
      title: `Delete the area group ${name}?`,
      text: 'Its equipment stays in the space, without an area group.',
      verb: 'Delete',
      danger: true,
    })
    if (isSure) removeGroup({ params: { id: space.id, itemId: id } })
  }
  const undo = useUndo()
  const groups = space.areaGroups ?? []
  const [only, setOnly] = useState<number[]>()
  const line = groups.flatMap(({ equipment }) => equipment).find(({ id }) => id === edited)
  const editor = line && { space, line, isLocked, onDirty: keepUnsaved, onClose: () => void edit(undefined) }
  return (
    <div className={css.columns}>
      <div className={css.main}>
        <RoomStrip space={space} isLocked={isLocked} shown={only} show={setOnly} />
        {isAdding && <AddEquipment space={space} undo={undo} onClose={() => setAdding(false)} />}
        {groups.length > 0 && (
          <SpaceLines
            space={space}
            isLocked={isLocked}
            undo={undo}
            only={only}
            onRename={(id) => setStep({ is: 'areaGroup', id })}
            onRemove={(id, name) => void askToRemove(id, name)}
            onMove={(id) => setStep({ is: 'move', id })}
            onOrder={async (ids) => {
              await request(orderAreaGroups, { params: { id: space.id }, body: { ids } })
              await invalidateEntity(spaces.entity, space.id)
            }}
            edited={isPhone ? undefined : line?.id}
            onEdit={(id) => void edit(id)}
            onFollow={follow}
          />
        )}
        {groups.every(({ equipment }) => equipment.length === 0) && !isAdding && (
          <EmptyState
            text="No equipment yet. Add it from the catalog."
            action={isLocked ? undefined : 'Add equipment'}
            onAction={() => setAdding(true)}
          />
        )}
      </div>
      {editor && !isPhone && (
        <aside className={css.aside} data-editor aria-label="Line of equipment">
          <LineEditor key={editor.line.id} {...editor} />
        </aside>
      )}
      {editor && isPhone && <LineDialog key={editor.line.id} {...editor} />}
      <BudgetAside space={space} isBehind={editor !== undefined && !isPhone} />
    </div>
  )
}

interface DialogsProps {
  space: Space
  project: Project
  step: Step | undefined
  onClose: () => void
}

function SpaceDialogs({ space, project, step, onClose }: DialogsProps) {
  const groups = space.areaGroups ?? []
  return (
    <>
      <CallDialog
        call={addGroup}
        resource={spaces}
        opened={step?.is === 'addGroup'}
        onClose={onClose}
        title="Add equipment group"
        verb="Add group"
        params={{ id: space.id }}
        start={{ areaGroupId: groups.find(({ id }) => id > 0)?.id ?? null }}
        controls={{ areaGroupId: areaGroupControl(groups) }}
        invalidates={[spaces]}
        onDone={(lines: unknown[]) => toast.success(`${formatCount(lines.length, 'line of equipment')} added.`)}
      />
      <MoveGroup space={space} group={groups.find(({ id }) => step?.is === 'move' && id === step.id)} onClose={onClose} />
      <TemplateDialogs space={space} step={step?.is === 'template' ? step.step : undefined} onClose={onClose} />
      <CloneSpace space={space} project={project} where={step?.is === 'clone' ? step.where : undefined} onClose={onClose} />
      <FormDialog
        resource={areaGroups}
        id={step?.is === 'areaGroup' ? step.id : undefined}
        opened={step?.is === 'areaGroup'}
        onClose={onClose}
        under={{ id: space.id }}
        onSaved={onClose}
      />
    </>
  )
}

export function SpaceDetailsPage() {
  const { data: project } = useProject()
  const { spaceId: space } = useParams({ strict: false })
  useSpaceOfAddress()
  if (!project || !space) return <ProjectTab title="Space">{() => null}</ProjectTab>
  return (
    <FormPage
      resource={spaces}
      id={space}
      crumbs={(row) => (row ? spaceCrumbs(row, project) : [])}
      chip={({ spaceNumber, id }) => spaceNumber ?? id}
      state={(row) => <SpaceState space={row} project={project} />}
      note={spaceNote}
      tabs={spaceTabs}
      lock={() => (isReadOnly(project) ? 'The project is closed.' : undefined)}
      sections={[
        ['Space', ['name', 'spaceNumber', 'levelId', 'area', 'capacity', 'complexity', 'imageUrl']],
        ['Displays', ['farthestViewerFt', 'elementHeightPercent']],
        ['Limits', ['limits']],
        ['Texts', ['description', 'notes']],
      ]}
      controls={{
        ...hiddenInForms,
        spaceTemplateId: hidden,
        levelId: levelControl(project.buildings),
        complexity: (props) => <ComplexityControl {...props} />,
        description: mentioning(spaces),
      }}
    />
  )
}
