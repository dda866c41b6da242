import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../model/kit/resource.ts'
import { projects } from '../../model/projects/projects.ts'
import { cloneSpace, cloneSpaceToProject } from '../../model/spaces/space-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { ControlProps } from '../kit/form/controls.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { hidden, Picker } from '../kit/pages.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import type { Project } from '../projects/public.tsx'
import { levelControl } from './level-control.tsx'
import type { Space } from './space-head.tsx'

interface Props {
  space: Space
  project: Project
  where: 'here' | 'elsewhere' | undefined
  onClose: () => void
  staysOpen?: boolean
}

/** Copies a space with its area groups and equipment. The copy is independent of the original. */
export function CloneSpace({ space, project, where, onClose, staysOpen }: Props) {
  const [target, setTarget] = useState<number | null>(null)
  const navigate = useNavigate()
  const close = () => {
    setTarget(null)
    onClose()
  }
  const isHere = where === 'here'
  return (
    <CallDialog
      call={isHere ? cloneSpace : cloneSpaceToProject}
      resource={spaces}
      opened={where !== undefined}
      onClose={close}
      title={isHere ? `Clone ${space.name}` : `Clone ${space.name} to a project`}
      verb="Clone"
      params={{ id: space.id }}
      start={{
        name: isHere ? `${space.name} copy` : space.name,
        imageUrl: space.imageUrl,
        projectId: isHere ? project.id : null,
        levelId: isHere ? space.level?.id : null,
      }}
      sections={[['', isHere ? ['name', 'spaceNumber', 'levelId'] : ['projectId', 'levelId', 'name', 'spaceNumber']]]}
      controls={{
        imageUrl: hidden,
        projectId: isHere ? hidden : (props) => <ProjectControl {...props} own={project.id} onPick={setTarget} />,
        levelId: isHere ? levelControl(project.buildings) : (props) => <LevelOf {...props} projectId={target} />,
      }}
      invalidates={[spaces]}
      onDone={(createdSpace: RowOf<typeof spaces>) => {
        toast.success(`${createdSpace.name} created.`)
        if (!staysOpen) void navigate({ to: `/projects/${createdSpace.projectId}/spaces/${createdSpace.id}` })
      }}
    />
  )
}

function ProjectControl({
  field,
  value,
  onChange,
  error,
  own,
  onPick,
}: ControlProps & { own: number; onPick: (id: number | null) => void }) {
  return (
    <Picker
      resource={projects}
      label={field.label}
      required
      value={value ?? null}
      error={value === own ? 'Choose another project; Clone copies inside this one.' : error}
      onChange={(id) => {
        onChange(id)
        onPick(id)
      }}
    />
  )
}

function LevelOf({ projectId, ...props }: ControlProps & { projectId: number | null }) {
  const { data } = useRead(resourceCalls(projects).read, { params: { id: projectId ?? 0 } }, { enabled: projectId !== null, isQuiet: true })
  if (projectId === null || !data)
    return <Select label={props.field.label} required disabled placeholder="Choose the project first" data={[]} />
  return levelControl(data.buildings)(props)
}
