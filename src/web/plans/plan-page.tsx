import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { plans, readOutlines, readPlacements, readPlanTray } from '../../model/plans/plans.ts'
import { Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { refreshPlans } from './refresh-plans.ts'

export function PlanPage() {
  return <ProjectTab title="Plan">{(project) => <Loaded key={project.id} project={project} />}</ProjectTab>
}

function Loaded({ project }: { project: Project }) {
  const { planId = '' } = useParams({ strict: false })
  const params = { id: project.id, itemId: Number(planId) }
  const plan = useRead(resourceCalls(plans).read, { params }, { isQuiet: true })
  const placements = useRead(readPlacements, { params }, { isQuiet: true })
  const tray = useRead(readPlanTray, { params }, { isQuiet: true })
  const outlines = useRead(readOutlines, { params }, { isQuiet: true })
  // Devices that another user moves are shown at once.
  useLiveEvent(
    'EntityChanged',
    useCallback(({ entity }: HubEvents['EntityChanged']) => {
      if (entity === plans.entity) void refreshPlans()
    }, []),
  )
  const reads = [plan, placements, tray, outlines]
  const failed = reads.find(({ error, data }) => error && !data)
  if (failed?.error) return <LoadError error={failed.error} title="The plan" onRetry={() => reads.forEach((read) => void read.refetch())} />
  if (!plan.data || !placements.data || !tray.data || !outlines.data) return <Skeletons rows={8} />
  return (
    <PlanEditor
      key={`${plan.data.id} ${plan.data.widthPt} ${plan.data.heightPt}`}
      project={project}
      plan={plan.data}
      placements={placements.data.items}
      tray={tray.data.items}
      outlines={outlines.data.items}
      mayPlace={can('ProjectEquipment.Update') && !isReadOnly(project)}
      mayDraw={can('DrawingDocuments.Update') && !isReadOnly(project)}
    />
  )
}
