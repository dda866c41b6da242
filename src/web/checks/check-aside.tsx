import { UnstyledButton } from '@mantine/core'
import { countFindings, type Finding, grades } from '../../model/checks/design-check.ts'
import { type DesignRule, designRules, ruleLabels } from '../../model/checks/design-rules.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import css from './checks.module.css'
import { GradeIcon, shownAs } from './finding-parts.tsx'

interface Props {
  findings: readonly Finding[]
  spacesCount: number
  onSpace: (spaceId: number) => void
  onRule: (rule: DesignRule) => void
}

const shown = [...grades, 'waived'] as const
const inTable = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-US'))

export function CheckAside({ findings, spacesCount, onSpace, onRule }: Props) {
  const bySpace = [...groupByKey(findings, ({ where }) => where.space?.id).entries()].flatMap(([id, spaceFindings]) => {
    const space = spaceFindings[0]?.where.space
    return id === undefined || !space ? [] : [{ id, name: space.name, counts: countFindings(spaceFindings) }]
  })
  const all = countFindings(findings)
  return (
    <aside className={css.aside} aria-label="Findings counted">
      <h2>
        Spaces{' '}
        <span>
          {spacesCount.toLocaleString('en-US')}, {bySpace.length.toLocaleString('en-US')} with findings
        </span>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Space</th>
            {shown.map((grade) => (
              <th key={grade} scope="col">
                <GradeIcon grade={grade} />
                <span className="dna-hidden">{shownAs[grade]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bySpace.map(({ id, name, counts }) => (
            <tr key={id}>
              <th scope="row">
                <UnstyledButton onClick={() => onSpace(id)}>{name}</UnstyledButton>
              </th>
              {shown.map((grade) => (
                <td key={grade} data-grade={counts[grade] > 0 ? grade : undefined}>
                  {inTable(counts[grade])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Project</th>
            {shown.map((grade) => (
              <td key={grade} data-grade={all[grade] > 0 ? grade : undefined}>
                {inTable(all[grade])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <h2>Open findings by rule</h2>
      <ul>
        {designRules.map((rule) => {
          const count = findings.filter((finding) => finding.rule === rule && !finding.waivedBy).length
          return (
            <li key={rule}>
              <UnstyledButton onClick={() => onRule(rule)}>{ruleLabels[rule]}</UnstyledButton>
              {count > 0 ? <b>{count.toLocaleString('en-US')}</b> : <span className="dna-muted">none</span>}
            </li>
          )
        })}
      </ul>
      <p>Bars: the mark is the limit, the colored end is the amount over it. A waiver lasts until its figures change.</p>
    </aside>
  )
}
