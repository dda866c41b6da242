import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { users } from '../../model/access/users.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import type { QueryOf } from '../../model/kit/call.ts'
import { projects } from '../../model/projects/projects.ts'
import { reportHistory } from '../../model/reports/report-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './dashboard.module.css'
import type { WidgetProps } from './widget-card.tsx'

const key = 'first-steps-done'
/** Marks that this user has seen a step here, so the follow-up steps are offered to the end. */
const begun = 'first-steps-begun'
const quiet = { isQuiet: true }
/** One row is enough to tell if any exist. */
const item = { itemsPerPage: 1 }
const { list: listProjects } = resourceCalls(projects)
const largest: QueryOf<typeof listProjects> = { ...item, sortBy: ['spaceCount'], sortDesc: ['true'] }

/** Setup steps for an empty system, limited to those the user may take. A completed step disappears and never returns. */
export function FirstSteps({ onSettled }: Pick<WidgetProps, 'onSettled'>) {
  const [wasDone] = useState(() => readStored<boolean>(key) === true)
  useEffect(() => {
    if (wasDone) onSettled()
  }, [wasDone, onSettled])
  return wasDone ? null : <Steps onSettled={onSettled} />
}

interface Step {
  title: string
  why: string
  to: string
  mayDo: boolean
  isDone: boolean | undefined
}

/** Treats a failed query as done, so a step with an unknown result is not offered. */
const isStepDone = <T,>({ data, isError }: UseQueryResult<T, Error>, says: (data: T) => boolean) =>
  data === undefined ? isError || undefined : says(data)

function useSteps(): Step[] {
  const mayImport = can({ all: ['Equipments.View', 'Equipments.Create', 'Equipments.Update'] })
  const mayInvite = can({ all: ['DNAUsers.View', 'DNAUsers.Create'] })
  const mayBegin = can({ all: ['Projects.View', 'Projects.Create'] })
  const mayBuild = can({ all: ['Projects.View', 'Projects.Update'] })
  const equipment = useRead(resourceCalls(equipments).list, { query: item }, { ...quiet, enabled: mayImport })
  const people = useRead(resourceCalls(users).list, { query: item }, { ...quiet, enabled: mayInvite })
  const project = useRead(listProjects, { query: largest }, { ...quiet, enabled: mayBegin || mayBuild })
  const first = project.data?.items[0]
  return [
    {
      title: 'Fill the catalog',
      why: 'Load the starter catalog, or import a workbook or device files.',
      to: '/equipment/import',
      mayDo: mayImport,
      isDone: isStepDone(equipment, ({ total }) => total > 0),
    },
    {
      title: 'Add people',
      why: 'Give each a name, an e-mail address and a role.',
      to: `${users.route}/new`,
      mayDo: mayInvite,
      // The current user counts as one.
      isDone: isStepDone(people, ({ total }) => total > 1),
    },
    {
      title: 'Create the first project',
      why: 'With its client and rooms in one step, from templates or from lists you paste.',
      to: mayBuild ? '/projects/quick-start' : '/projects/create',
      mayDo: mayBegin,
      isDone: isStepDone(project, ({ total }) => total > 0),
    },
    {
      title: 'Add the first room',
      why: first ? `In ${first.name}.` : 'Rooms belong to a project; create that first.',
      to: first ? `/projects/${first.id}/spaces` : '/projects/create',
      // Keeps this step as a candidate while the project query is pending.
      mayDo: mayBuild && (project.isPending || first !== undefined || mayBegin),
      isDone: isStepDone(project, () => (first?.spaceCount ?? 0) > 0),
    },
  ]
}

/** Steps from the first room to the first report. A user who finds them all complete is not guided. */
function useNext(): Step[] {
  const mayBuild = can({ all: ['Projects.View', 'Projects.Update'] })
  const project = useRead(listProjects, { query: largest }, { ...quiet, enabled: mayBuild }).data?.items[0]
  const isFitted = (project?.equipmentCount ?? 0) > 0
  const mayFit = can({ all: ['ProjectEquipment.View', 'ProjectEquipment.Update'] })
  const mayReport = can({ all: ['ProjectReports.View', 'ProjectReports.BOM', 'ProjectReports.ViewHistory'] })
  const hasRoom = project !== undefined && project.spaceCount > 0
  const rooms = useRead(
    resourceCalls(spaces).list,
    { query: { ...item, projectId: [project?.id ?? 0] } },
    { ...quiet, enabled: hasRoom && mayFit && !isFitted },
  )
  const reports = useRead(
    reportHistory,
    { params: { id: project?.id ?? 0 }, query: item },
    { ...quiet, enabled: hasRoom && mayReport && isFitted },
  )
  const room = rooms.data?.items[0]
  if (!hasRoom) return []
  return [
    {
      title: 'Add its equipment',
      why: room ? `In ${room.name}, ${project.name}.` : `In ${project.name}.`,
      to: room ? `/projects/${project.id}/spaces/${room.id}` : `/projects/${project.id}/spaces`,
      mayDo: mayFit && !isFitted,
      isDone: isStepDone(rooms, () => false),
    },
    {
      title: 'Make the first report',
      why: `A bill of materials of ${project.name}, as a workbook.`,
      to: `/projects/${project.id}/reports`,
      mayDo: mayReport && isFitted,
      isDone: isStepDone(reports, ({ total }) => total > 0),
    },
  ]
}

function Steps({ onSettled }: Pick<WidgetProps, 'onSettled'>) {
  const mine = useSteps().filter(({ mayDo }) => mayDo)
  const next = useNext().filter(({ mayDo }) => mayDo)
  const isKnown = [...mine, ...next].every(({ isDone }) => isDone !== undefined)
  const left = mine.filter(({ isDone }) => isDone === false)
  const isLed = left.length > 0 || readStored<boolean>(begun) === true
  const after = isLed ? next.filter(({ isDone }) => isDone === false) : []
  const isOver = isKnown && mine.length > 0 && left.length === 0 && after.length === 0
  useEffect(() => {
    if (isOver) saveToLocalStorage(key, true)
    else if (isKnown && left.length > 0) saveToLocalStorage(begun, true)
    if (isKnown) onSettled()
  }, [isOver, isKnown, left.length, onSettled])
  // Renders all steps at once and before the content below, so nothing is pushed down unless the steps are late.
  if (!isKnown) return null
  return (
    <>
      <Cards title="First steps" steps={left} />
      <Cards title="What next" steps={after} />
    </>
  )
}

function Cards({ title, steps }: { title: string; steps: Step[] }) {
  const id = useId()
  if (steps.length === 0) return null
  return (
    <section className={css.steps} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol>
        {steps.map(({ title, why, to }) => (
          <li key={title}>
            <Link to={to}>
              <b>{title}</b>
              <span>{why}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
