import { ActionIcon, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Fields, Resource } from '../../../model/kit/description.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import { responseFields } from '../../../model/kit/resource.ts'
import { isRow, type PathParams, type Values } from '../form/form.ts'
import { IconX } from '../look/icons.ts'
import { isDialogOpen } from '../look/shortcut.ts'
import { type CellRenderers, cellContent, fieldsToShow, rowName } from '../parts/columns.tsx'
import { LoadError } from '../parts/small-parts.tsx'
import { resourceCalls, useRead } from '../request/call.ts'
import { can } from '../request/can.ts'
import type { AnyCall } from '../request/client.ts'
import css from './peek-panel.module.css'

interface Props {
  resource: Resource
  row: Values
  href?: string
  under?: PathParams
  cells?: CellRenderers<Resource>
  onClose: () => void
}
const seldom = ['image', 'list', 'references', 'json', 'group', 'password']

function peekFields(resource: Resource): Fields {
  const rest = Object.entries(responseFields(resource)).filter(([, { kind, mask }]) => !seldom.includes(kind) && (!mask || can(mask)))
  const { createDate, updateDate, createdBy, updatedBy, ...first } = fieldsToShow(resource)
  const known = Object.entries({ createDate, createdBy, updateDate, updatedBy }).flatMap(([key, field]) =>
    field ? [[key, field] as const] : [],
  )
  return { ...first, ...Object.fromEntries(rest), ...Object.fromEntries(known) }
}

/** Shows a row beside its list. Focus stays in the list, so the arrow keys move on to the next row. */
export function PeekPanel({ resource, row, href, under, cells, onClose }: Props) {
  const params = { ...under, [resource.parent ? 'itemId' : 'id']: row.id }
  // Debounces, so moving through rows with the arrow keys does not load each one.
  const [settled] = useDebouncedValue(row.id, 150)
  const { data, error, refetch } = useRead<AnyCall>(
    resourceCalls(resource).read,
    { params },
    { isQuiet: true, enabled: settled === row.id },
  )
  // Shows the list's row until the full row has loaded.
  const shown = isRow(data) ? data : row
  const fields = peekFields(resource)
  const facts = Object.entries(fields).filter(
    ([key, { kind }]) => key !== resource.title && !seldom.includes(kind) && shown[key] !== undefined,
  )
  const known = facts.filter(([key]) => shown[key] !== null && shown[key] !== '' && !(Array.isArray(shown[key]) && shown[key].length === 0))
  const picture = Object.keys(fields).find((key) => fields[key]!.kind === 'image' && shown[key])
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && !isDialogOpen(', [role="menu"]')) close.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <aside className={css.panel} aria-label={`Peek at ${rowName(resource, row)}`}>
      <div className={css.head}>
        <h2>{rowName(resource, shown)}</h2>
        {href && (
          <Button component={Link} to={href} size="xs" variant="default">
            Open
          </Button>
        )}
        <ActionIcon aria-label="Close the panel" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className={css.body} tabIndex={0} aria-label="Details" aria-busy={!data && !error}>
        {error && !data && <LoadError error={error} title={`This ${lowerCaseName(resource.names.one)}`} onRetry={() => void refetch()} />}
        {picture && <img className={css.picture} src={shown[picture]} alt="" />}
        <dl className={css.facts}>
          {known.map(([key, field]) => (
            <div key={key}>
              <dt>{field.unit ? `${field.label}, ${field.unit}` : field.label}</dt>
              <dd>{(cells as any)?.[key]?.(shown[key], shown) ?? cellContent(field, shown[key], shown) ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className={css.foot}>↓ ↑ next row, Enter opens, Esc closes</div>
    </aside>
  )
}
