import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { countFindings, type Finding, grades } from '../../model/checks/design-check.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { IconChevronDown, IconChevronRight } from '../kit/look/icons.ts'
import { can } from '../kit/request/can.ts'
import css from './checks.module.css'
import { FindingText, formatFindingFigure, GradeIcon } from './finding-parts.tsx'
import { useDesignCheck } from './use-check.ts'
import { useWaiving, WaiveButton } from './waiving.tsx'

const nouns = { error: 'error', warning: 'warning', info: 'note' }

interface Props {
  projectId: number
  isLocked: boolean
  concerns: (finding: Finding) => boolean
  /** Shows the counts at the end of another row, and the findings below that row. */
  isInRow?: boolean
}

export function CheckStrip({ projectId, isLocked, concerns, isInRow }: Props) {
  const { data, isLoading } = useDesignCheck(projectId)
  const [isOpen, setOpen] = useState(false)
  const waiving = useWaiving(projectId)
  // Reserves space, so that the page does not shift while loading or without findings.
  if (isLoading) return <div className={isInRow ? css.stripHead : `${css.strip} ${css.stripHead}`} />
  if (!data) return null
  const findings = data.findings.filter((finding) => !finding.waivedBy && concerns(finding))
  const counts = countFindings(findings)
  const shown = grades.filter((grade) => counts[grade] > 0)
  const urgent = shown.filter((grade) => grade !== 'info')
  const counted = isInRow && urgent.length > 0 ? urgent : shown
  const wholeProject = (
    <Link to={`/projects/${projectId}/design-check`} className={`dna-link ${css.whole}`}>
      Whole project
    </Link>
  )
  const mayWaive = can('ProjectEquipment.Update') && !isLocked
  return (
    <section className={isInRow ? css.inRow : css.strip} aria-label="Design check">
      <div className={css.stripHead}>
        {findings.length === 0 ? (
          <span className={css.count}>
            <b>Design check</b>
            No findings
          </span>
        ) : (
          <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
            <b>Design check</b>
            {counted.map((grade) => (
              <span key={grade} className={css.count} title={formatCount(counts[grade], nouns[grade])}>
                <GradeIcon grade={grade} />
                {isInRow ? counts[grade] : formatCount(counts[grade], nouns[grade])}
              </span>
            ))}
          </UnstyledButton>
        )}
        {!isInRow && wholeProject}
      </div>
      {isOpen && findings.length > 0 && (
        <ul>
          {findings.map((finding) => (
            <li key={finding.key}>
              <GradeIcon grade={finding.grade} />
              <FindingText finding={finding} />
              <span className={css.words}>{finding.figure && formatFindingFigure(finding.figure)}</span>
              <Link to={finding.where.link} className="dna-link">
                {finding.where.label}
              </Link>
              {mayWaive && <WaiveButton finding={finding} waiving={waiving} />}
            </li>
          ))}
          {isInRow && <li>{wholeProject}</li>}
        </ul>
      )}
      {waiving.dialog}
    </section>
  )
}
