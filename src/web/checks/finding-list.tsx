import type { Finding } from '../../model/checks/design-check.ts'
import css from './checks.module.css'
import { FindingText, FindingWhere, formatFindingFigure, GradeIcon, shownGrade } from './finding-parts.tsx'
import { WaiveButton, type Waiving } from './waiving.tsx'

export const FindingList = ({ rows, waiving }: { rows: readonly Finding[]; waiving: Waiving | undefined }) => (
  <ul className={css.list} aria-label="Findings">
    {rows.map((finding) => (
      <li key={finding.key}>
        <GradeIcon grade={shownGrade(finding)} />
        <span className={css.stack}>
          <FindingText finding={finding} />
          <FindingWhere finding={finding} />
          {finding.figure && formatFindingFigure(finding.figure)}
        </span>
        {waiving && <WaiveButton finding={finding} waiving={waiving} />}
      </li>
    ))}
  </ul>
)
