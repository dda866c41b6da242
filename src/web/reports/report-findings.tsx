import { Link } from '@tanstack/react-router'
import type { QueryOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { checkReport, checkSeverity } from '../../model/reports/report-check.ts'
import { GradeIcon } from '../checks/public.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './project-reports.module.css'

interface Props {
  projectId: number
  query: QueryOf<typeof checkReport>
  isReady: boolean
}

/** Lists what to look at before the report is sent. Links open in a new tab, so that the choices of the dialog stay. */
export function ReportFindings({ projectId, query, isReady }: Props) {
  const { data } = useRead(
    checkReport,
    { params: { id: projectId }, query },
    { enabled: isReady, keepsOld: true, isQuiet: true, staleTime: 0 },
  )
  if (!data || data.length === 0) return null
  const warnings = data.filter(({ severity }) => severity === checkSeverity.warning).length
  return (
    <section className={css.findings} aria-label="Before you send this">
      <p>{warnings > 0 ? `${formatCount(warnings, 'thing')} to look at before you send this` : formatCount(data.length, 'note')}</p>
      <ul>
        {data.map(({ kind, severity, text, link }) => (
          <li key={kind + text}>
            <GradeIcon grade={severity === checkSeverity.warning ? 'warning' : 'info'} />
            <span>{text}</span>
            {link && (
              <Link to={link} target="_blank" className="dna-link">
                Open
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
