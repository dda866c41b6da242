import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { spaces } from '../../model/spaces/spaces.ts'
import { type DriftRow, pushTemplate, templateDrift } from '../../model/templates/template-calls.ts'
import { DataTable } from '../kit/pages.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { PushDialog } from './push-dialog.tsx'
import css from './template-drift.module.css'

const causes = { template: 'The template', space: 'By hand', both: 'Both' }
const kinds = { added: 'Added', removed: 'Removed', changed: 'Changed', groupAdded: 'New area group', groupRenamed: 'Area group renamed' }

const columns: Column<DriftRow>[] = [
  {
    key: 'what',
    label: 'What',
    tone: 'name',
    cell: ({ equipment, areaGroup }) => (equipment ? `${equipment.tag} ${equipment.model}` : areaGroup),
  },
  {
    key: 'areaGroup',
    label: 'Area group',
    width: 150,
    tone: 'quiet',
    cell: ({ areaGroup, equipment }) => (equipment ? (areaGroup ?? 'None') : null),
  },
  {
    key: 'how',
    label: 'Difference',
    width: 330,
    cell: ({ kind, quantity, fields, isBlocked }) => (
      <>
        {kind === 'changed' || kind === 'groupRenamed' ? (
          fields.map(({ field, label, cause, was, template, space }) => (
            <span key={field} className={css.change}>
              {label}:{' '}
              {cause === 'space'
                ? `${template} → ${space}`
                : cause === 'template'
                  ? `${space} → ${template}`
                  : `${was} → ${template}, here ${space}`}
            </span>
          ))
        ) : (
          <span className={css.change}>
            {kinds[kind]}
            {quantity !== null && `, ${quantity} ×`}
          </span>
        )}
        {isBlocked && <span className="dna-muted">Can no longer be added</span>}
      </>
    ),
  },
  { key: 'cause', label: 'Changed by', width: 120, cell: ({ cause }) => causes[cause] },
]

const times = (count: number) => formatCount(count, 'change')

/**
 * Summarizes in one line how the space differs from its template. Returns the line, and the details that follow the row it is in;
 * undefined if the space has no template.
 */
export function useTemplateDrift({ id, spaceTemplate }: Pick<RowOf<typeof spaces>, 'id' | 'spaceTemplate'>, isLocked: boolean) {
  const [isOpen, setOpen] = useState(false)
  const [isPushing, setPushing] = useState(false)
  const { data } = useRead(templateDrift, { params: { id } }, { isQuiet: true, enabled: can(templateDrift.permission) })
  if (!data?.template) return spaceTemplate ? { line: null, details: null } : undefined
  const { template, pending, kept, differences } = data
  const name =
    can('SpaceTemplates.View') && !template.isDeleted ? <Link to={`/space-templates/${template.id}`}>{template.name}</Link> : template.name
  return {
    line: (
      <div className={css.strip} role="status">
        <span>
          Created from <b>{name}</b>
          {template.isDeleted && ' (deleted)'}
          {differences.length === 0 && ', as it is now'}
        </span>
        {pending > 0 && <b>{formatCount(pending, 'template change')} not applied</b>}
        {kept > 0 && <span>{times(kept)} by hand</span>}
        {differences.length > 0 && (
          <span className={css.does}>
            <UnstyledButton className="dna-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide differences' : 'Show differences'}
            </UnstyledButton>
            {pending > 0 && !isLocked && can(pushTemplate.permission) && (
              <UnstyledButton className="dna-link" onClick={() => setPushing(true)}>
                Apply
              </UnstyledButton>
            )}
          </span>
        )}
      </div>
    ),
    details: (
      <>
        {isOpen && differences.length > 0 && (
          <div className={css.list}>
            <DataTable
              label="Differences from the template"
              columns={columns}
              rows={differences}
              keyOf={(row) => differences.indexOf(row)}
              nameOf={({ equipment, areaGroup }) => equipment?.model ?? areaGroup ?? ''}
            />
          </div>
        )}
        <PushDialog template={template} spaceIds={isPushing ? [id] : undefined} onClose={() => setPushing(false)} />
      </>
    ),
  }
}
