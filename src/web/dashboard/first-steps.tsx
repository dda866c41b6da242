import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { users } from '../../model/access/users.ts'
import { equipments } from '../../model/catalogue/equipment.ts'
import { projects } from '../../model/projects/projects.ts'
import { recall, remember } from '../kit/look/remembered.ts'
import { callsOf, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './dashboard.module.css'

const key = 'first-steps-done'
const quiet = { isQuiet: true }
/** One row says whether there is any. */
const one = { itemsPerPage: 1 }

/** What an empty product needs first, as far as this person may do it; each is gone once it is done, and never comes back. */
export function FirstSteps() {
  const [wasDone] = useState(() => recall<boolean>(key) === true)
  return wasDone ? null : <Steps />
}

interface Step {
  title: string
  why: string
  to: string
  mayDo: boolean
  /** Undefined while nobody knows. */
  isDone: boolean | undefined
}

function useSteps(): Step[] {
  const mayImport = can({ all: ['Equipments.View', 'Equipments.Create', 'Equipments.Update'] })
  const mayInvite = can({ all: ['DNAUsers.View', 'DNAUsers.Create'] })
  const mayBegin = can({ all: ['Projects.View', 'Projects.Create'] })
  const mayBuild = can({ all: ['Projects.View', 'Projects.Update'] })
  const equipment = useRead(callsOf(equipments).list, { query: one }, { ...quiet, enabled: mayImport })
  const people = useRead(callsOf(users).list, { query: one }, { ...quiet, enabled: mayInvite })
  const largest = { ...one, sortBy: ['spaceCount'], sortDesc: ['true'] }
  const project = useRead(callsOf(projects).list, { query: largest }, { ...quiet, enabled: mayBegin || mayBuild })
  const first = project.data?.items[0]
  return [
    {
      title: 'Import the catalog',
      why: 'From a workbook or device files; a trial shows what will come.',
      to: '/equipment/import',
      mayDo: mayImport,
      isDone: equipment.data && equipment.data.total > 0,
    },
    {
      title: 'Add people',
      why: 'Give each a name, an e-mail address and a role.',
      to: `${users.route}/new`,
      mayDo: mayInvite,
      // Whoever reads this is one of them.
      isDone: people.data && people.data.total > 1,
    },
    {
      title: 'Create the first project',
      why: 'A name and a client are enough to start; you can create a new client from the form.',
      to: '/projects/create',
      mayDo: mayBegin,
      isDone: project.data && project.data.total > 0,
    },
    {
      title: 'Add the first room',
      why: first ? `In ${first.name}.` : 'Rooms belong to a project; create that first.',
      to: first ? `/projects/${first.id}/spaces` : '/projects/create',
      mayDo: mayBuild && (first !== undefined || mayBegin),
      isDone: project.data && (first?.spaceCount ?? 0) > 0,
    },
  ]
}

function Steps() {
  const all = useSteps()
  const mine = all.filter(({ mayDo }) => mayDo)
  const isKnown = mine.every(({ isDone }) => isDone !== undefined)
  const left = mine.filter(({ isDone }) => isDone === false)
  const isOver = isKnown && mine.length > 0 && left.length === 0
  useEffect(() => {
    if (isOver) remember(key, true)
  }, [isOver])
  // All at once or not at all: nothing is pushed down twice.
  if (!isKnown || left.length === 0) return null
  return (
    <section className={css.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol>
        {left.map(({ title, why, to }) => (
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
