import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { PhaseOfProject } from '../../model/projects/projects.ts'
import { currentDay } from '../kit/look/clock.ts'
import { phaseColor } from '../planning/public.tsx'
import css from './phase-strip.module.css'

const dayMs = 86_400_000
const inclusiveDays = (from: string, to: string) => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1)
const phaseDays = ({ startDate, endDate }: PhaseOfProject) => Math.max(1, inclusiveDays(startDate, endDate))
const percentOver = (phase: PhaseOfProject, day: string) => Math.min(100, (100 * inclusiveDays(phase.startDate, day)) / phaseDays(phase))

export function PhaseStrip({ phases }: { phases: readonly PhaseOfProject[] }) {
  const today = currentDay()
  const now = phases.filter(({ startDate }) => startDate <= today).at(-1)
  const phaseTexts = phases.map(({ type, startDate, endDate }) => `${ConstructionPhaseType.get(type).longLabel} ${startDate} to ${endDate}`)
  return (
    <div
      className={css.strip}
      role="img"
      aria-label={`${formatCount(phases.length, 'phase')}: ${phaseTexts.join(', ')}`}
      title={phaseTexts.join('\n')}
    >
      {phases.map((phase) => {
        const label = ConstructionPhaseType.label(phase.type)
        return (
          <span key={phase.type} className={css.phase} style={{ flexGrow: phaseDays(phase) }} data-now={phase === now || undefined}>
            <span className={css.track}>
              <span style={{ width: `${percentOver(phase, today)}%`, background: phaseColor(phase.type) }} />
            </span>
            {label}
          </span>
        )
      })}
    </div>
  )
}
