import { Link } from '@tanstack/react-router'
import { grades } from '../../model/checks/design-check.ts'
import { can } from '../kit/request/can.ts'
import css from './checks.module.css'
import { GradeIcon, shownAs } from './finding-parts.tsx'
import { useDesignCheck } from './use-check.ts'

export function CheckSummary({ projectId }: { projectId: number }) {
  const { data } = useDesignCheck(projectId)
  if (!can('ProjectEquipment.View')) return null
  return (
    <>
      <h2>Design check</h2>
      <ul className={css.summary} aria-label="Open findings">
        {grades.map((grade) => (
          <li key={grade}>
            <Link to={`/projects/${projectId}/design-check`} search={{ grade }} data-none={data?.counts[grade] === 0 || undefined}>
              <GradeIcon grade={grade} />
              {shownAs[grade]}
              <b>{data?.counts[grade].toLocaleString('en-US') ?? '…'}</b>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
