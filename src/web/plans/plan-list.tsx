import { Button, FileInput, Menu, Modal, NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PlanKind } from '../../model/plans/enums.ts'
import { createPlan, exportPlanDevices, plans, replacePlanFile } from '../../model/plans/plans.ts'
import { levelNames } from '../../model/spaces/levels.ts'
import { IconDownload, IconPlus } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { ListPage } from '../kit/pages.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, ProjectTab } from '../projects/public.tsx'
import css from './plans.module.css'
import { refreshPlans } from './refresh-plans.ts'

const accepted = '.pdf,.png,.jpg,.jpeg,.svg'

export function PlansPage() {
  const [isAdding, setAdding] = useState(false)
  const [replaced, setReplaced] = useState<{ id: number; name: string; rowVersion: number }>()
  const download = useCall(exportPlanDevices, { onDone: () => toast.success('The list is being made. It appears in the download center.') })
  return (
    <ProjectTab
      title="Plans"
      actions={(project) =>
        can('DrawingDocuments.Create') &&
        !isReadOnly(project) && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            New plan
          </Button>
        )
      }
    >
      {(project) => (
        <>
          <ListPage
            resource={plans}
            title="Plans"
            under={{ id: project.id }}
            create="no"
            rowHref={({ id }) => `/projects/${project.id}/plans/${id}`}
            cells={{ level: (level, { building }) => `${building}, ${level.name}`, scale: (scale) => scale ?? 'Not calibrated' }}
            actions={
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                loading={download.isPending}
                onClick={() => download.mutate({ params: { id: project.id } })}
              >
                Export devices
              </Button>
            }
            rowMenu={(row) =>
              can('DrawingDocuments.Update') &&
              !isReadOnly(project) && <Menu.Item onClick={() => setReplaced(row)}>Replace the drawing</Menu.Item>
            }
            empty="No plans yet. Add the architect’s drawing of a level as PDF, PNG, JPEG, or SVG, and place devices on it."
          />
          {isAdding && <NewPlan projectId={project.id} onClose={() => setAdding(false)} />}
          {replaced && <ReplaceDrawing projectId={project.id} plan={replaced} onClose={() => setReplaced(undefined)} />}
        </>
      )}
    </ProjectTab>
  )
}

function NewPlan({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const params = { id: projectId }
  const levels = useRead(levelNames, { params, query: { all: true } })
  const [file, setFile] = useState<File | null>(null)
  const [level, setLevel] = useState<string | null>(null)
  const [kind, setKind] = useState<string | null>(String(PlanKind.FloorPlan))
  const [name, setName] = useState('')
  const [page, setPage] = useState<string | number>(1)
  const create = useCall(createPlan, {
    invalidates: [plans],
    onDone({ name: made }) {
      toast.success(`${made} is added. Calibrate it to place devices.`)
      onClose()
    },
  })
  const options = (levels.data?.items ?? []).map(({ id, name: levelName, buildingName }) => ({
    value: String(id),
    label: `${buildingName}, ${levelName}`,
  }))
  const levelId = Number(level ?? options[0]?.value ?? 0)
  const planKind = PlanKind.values.find(({ value }) => String(value) === kind)?.value
  return (
    <Modal opened onClose={onClose} title="New plan" size={480}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (file) create.mutate({ params, file, body: { levelId, kind: planKind, name: name.trim() || null, page: Number(page) } })
        }}
      >
        <FileInput
          label="Drawing"
          description="PDF, PNG, JPEG, or SVG; at most 50 MB"
          withAsterisk
          accept={accepted}
          value={file}
          onChange={setFile}
        />
        <Select label="Level" withAsterisk data={options} value={level ?? options[0]?.value ?? null} onChange={setLevel} searchable />
        <Select
          label="Kind"
          data={PlanKind.values.map(({ value, label }) => ({ value: String(value), label }))}
          value={kind}
          onChange={setKind}
          allowDeselect={false}
        />
        <TextInput
          label="Name"
          description="The name of the file unless given"
          value={name}
          maxLength={200}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NumberInput label="Page of the PDF" min={1} allowDecimal={false} value={page} onChange={setPage} />
        <div className={css.deeds}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!file || levelId === 0}>
            Add plan
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface ReplaceProps {
  projectId: number
  plan: { id: number; name: string; rowVersion: number }
  onClose: () => void
}
function ReplaceDrawing({ projectId, plan, onClose }: ReplaceProps) {
  const [file, setFile] = useState<File | null>(null)
  const [page, setPage] = useState<string | number>(1)
  const replace = useCall(replacePlanFile, {
    invalidates: [plans],
    onDone({ feetPerPoint }) {
      void refreshPlans()
      toast.success(
        feetPerPoint === null ? 'The drawing is replaced. Its size differs, so calibrate it again.' : 'The drawing is replaced.',
      )
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Replace the drawing of ${plan.name}`} size={480}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          const body = { page: Number(page), rowVersion: plan.rowVersion }
          if (file) replace.mutate({ params: { id: projectId, itemId: plan.id }, file, body })
        }}
      >
        <p>Outlines and devices stay where they are.</p>
        <FileInput label="Drawing" withAsterisk accept={accepted} value={file} onChange={setFile} />
        <NumberInput label="Page of the PDF" min={1} allowDecimal={false} value={page} onChange={setPage} />
        <div className={css.deeds}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={replace.isPending} disabled={!file}>
            Replace
          </Button>
        </div>
      </form>
    </Modal>
  )
}
