import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate, formatInstant, missingText } from '../../../model/kit/dates.ts'
import type { Field, Fields, Kind, Resource } from '../../../model/kit/description.ts'
import type { Enumeration } from '../../../model/kit/enumeration.ts'
import { instant, isMissingZero, optional, user } from '../../../model/kit/field.ts'
import { type RowOf, responseFields } from '../../../model/kit/resource.ts'
import { DateOnly, DateTime, formatNumber } from '../look/format.tsx'
import { can } from '../request/can.ts'
import { isPerson, userName } from './avatar.tsx'
import css from './columns.module.css'
import { AddressSummary, Code, ImageTile, initialsFromName, PhoneLink, Swatch, UserAvatar } from './small-parts.tsx'
import { stateTone } from './state-colors.ts'
import { StateText } from './state-pill.tsx'
import type { Column } from './table.tsx'

/** Custom cell renderers. Each receives the value and the whole row. */
export type CellRenderers<R extends Resource> = { [K in keyof RowOf<R>]?: (value: RowOf<R>[K], row: RowOf<R>) => ReactNode }

const common: Fields = {
  createDate: instant('Created'),
  updateDate: instant('Updated'),
  createdBy: optional(user('Created by')),
  updatedBy: optional(user('Updated by')),
}
const deletion: Fields = { deleteDate: instant('Deleted'), deletedBy: optional(user('Deleted by')) }
const numberKinds: readonly Kind[] = ['integer', 'number', 'money', 'factor', 'percent', 'hours']
/** Kinds whose cells show a count or an amount. */
const countKinds: readonly Kind[] = [...numberKinds, 'list', 'references']
const widths: Partial<Record<Kind, number>> = {
  image: 60,
  longText: 280,
  richText: 280,
  reference: 128,
  choice: 136,
  money: 104,
  color: 108,
  json: 128,
  date: 100,
  instant: 188,
  user: 160,
  email: 200,
  url: 200,
  phone: 128,
}

/** All fields a list can show, with the resource's columns first. Fields behind a missing permission are omitted. */
export function fieldsToShow(resource: Resource, isDeleted = false): Fields {
  const more = isDeleted ? { ...deletion, ...common } : common
  const known: Fields = { ...responseFields(resource), ...more }
  const keys = [...resource.list.columns, ...(resource.list.optionalColumns ?? []), ...Object.keys(more)]
  const shown = [...new Set(keys)].filter((key) => known[key] && (!known[key].mask || can(known[key].mask)))
  return Object.fromEntries(shown.map((key) => [key, known[key]!]))
}

const unordered: readonly Kind[] = ['image', 'references', 'list', 'group', 'json', 'choices', 'flags']
export const isSortable = ({ kind }: Field) => !unordered.includes(kind)

/** Default columns for a window width. Columns that need a wider window are hidden. */
export const initialColumns = ({ list: { columns, minWindowWidths = {} } }: Resource, windowWidth = 0): string[] =>
  columns.filter((key) => (minWindowWidths[key] ?? 0) <= windowWidth)

export function fieldText(field: Field, value: any, row?: Readonly<Record<string, unknown>>): string {
  if (value === null || value === undefined || value === '') return field.kind === 'date' || field.kind === 'instant' ? missingText : '–'
  if (isMissingZero(field, value, row)) return '–'
  if (numberKinds.includes(field.kind)) return numberText(field, value)
  switch (field.kind) {
    case 'boolean':
      return value ? 'Yes' : 'No'
    case 'choice':
      return field.options!.label(value)
    case 'choices':
      return optionLabels(field, [value].flat())
    case 'flags':
      return optionLabels(field, splitFlags(field.options!, value))
    case 'richText':
      return (
        new DOMParser().parseFromString(value.replace(/<\/(p|h\d|li|t[dhr])>|<br>/g, '$& '), 'text/html').body.textContent.trim() || '–'
      )
    case 'date':
      return formatDate(value)
    case 'instant':
      return formatInstant(value)
    case 'user':
      return typeof value === 'object' ? userName(value) : value
    case 'reference':
      return typeof value === 'object' ? refName(value) : String(value)
    case 'references':
    case 'list':
      return String(value.length)
    default:
      if (typeof value !== 'object') return String(value)
      return 'name' in value ? refName(value) : Object.values(value).filter(Boolean).join(', ') || '–'
  }
}

const optionLabels = ({ options }: Field, values: (string | number)[]) =>
  values.map((item) => options?.label(item) ?? String(item)).join(', ') || '–'
export const refName = (ref: { name?: unknown; number?: unknown; tag?: unknown; id?: unknown }) =>
  String(ref.name ?? ref.number ?? ref.tag ?? ref.id ?? '')
export const rowName = (resource: Resource, row: Record<string, unknown>): string =>
  isPerson(row) ? userName(row) : String(row[resource.title] ?? refName(row))
export const splitFlags = (options: Enumeration, value: number): number[] =>
  options.values.map((entry) => Number(entry.value)).filter((bit) => bit > 0 && (value & bit) === bit)

const numberText = ({ kind }: Pick<Field, 'kind'>, value: number) => formatNumber(value, kind === 'money' ? 2 : undefined)

export function ChoiceText({ options, value }: { options: Enumeration; value: string | number | null }) {
  if (value === null) return null
  const tone = stateTone(options, value)
  if (tone) return <StateText tone={tone}>{options.label(value)}</StateText>
  return typeof value === 'string' && value.length < 5 ? <Code>{options.label(value)}</Code> : options.label(value)
}

/** Column width by the field's maximum length: codes are narrow, sentences wide. */
const fieldColumnWidth = ({ kind, max = 500 }: Field): number => (kind === 'text' ? (max <= 60 ? 104 : 152) : (widths[kind] ?? 64))

const picture = (src: string | null, { name }: { name?: unknown }) => (
  <ImageTile src={src} instead={typeof name === 'string' ? initialsFromName(name) : undefined} />
)

export function cellContent(field: Field, value: any, row?: Readonly<Record<string, unknown>>): ReactNode {
  if (field.kind === 'image') return <ImageTile src={value} />
  if (field.kind === 'date') return <DateOnly value={value} />
  if (field.kind === 'instant') return <DateTime value={value} />
  if (value === null || value === undefined || value === '') return undefined
  switch (field.kind) {
    case 'choice':
      return <ChoiceText options={field.options!} value={value} />
    case 'user':
      return <UserAvatar user={value} withName />
    case 'color':
      return <Swatch color={value} />
    case 'phone':
      return <PhoneLink phone={value} />
    case 'email':
      return <a href={`mailto:${value}`}>{value}</a>
    case 'url':
      return (
        <a href={value} target="_blank" rel="noreferrer">
          {value.replace(/^https?:\/\//, '')}
        </a>
      )
    case 'group':
      return 'postalCode' in value ? <AddressSummary address={value} /> : fieldText(field, value)
    default: {
      const text = fieldText(field, value, row)
      return text === '–' ? undefined : text
    }
  }
}

const wordKinds: readonly Kind[] = ['text', 'reference', 'user', 'email', 'url', 'phone', 'json']
const linkKinds: readonly Kind[] = ['email', 'url', 'phone']
const cellPlainText = (field: Field, value: unknown): string =>
  field.kind === 'url' ? String(value ?? '').replace(/^https?:\/\//, '') : fieldText(field, value)

const longestChoice = ({ kind, options }: Field) =>
  kind === 'choice' && options ? Math.min(216, Math.max(...options.values.map(({ label }) => label.length)) * 6.6 + 40) : 0

/** Applies a page's default widths. The name column still takes the remaining width, and text columns the width of their content. */
export const withInitialWidths = (columns: Column[], widths: Partial<Record<string, number>> = {}): Column[] =>
  columns.map((column) => {
    const usual = widths[column.key]
    if (usual === undefined) return column
    return { ...column, width: column.width && usual, least: usual, most: usual }
  })

interface ColumnsOptions {
  cells?: Record<string, ((value: any, row: any) => ReactNode) | undefined>
  /** Path of a row's page. Without it, the name is a button. */
  hrefOf?: (row: any) => string | undefined
  onOpen?: (row: any) => void
  onHover?: (row: any) => void
  shown?: string[]
  isDeleted?: boolean
  /** Combines picture, name and second line in one fixed column. */
  isPhone?: boolean
}

export function resourceColumns(resource: Resource, options: ColumnsOptions): Column[] {
  const fields = fieldsToShow(resource, options.isDeleted)
  const titleKey = resource.list.columns.includes(resource.title) ? resource.title : resource.list.columns[0]!
  const shown = (options.shown ?? initialColumns(resource)).filter((key) => fields[key])

  function name(row: any, text: ReactNode) {
    const href = options.hrefOf?.(row)
    const more = { 'data-name': true, className: css.name, onMouseEnter: () => options.onHover?.(row) }
    if (!href && !options.onOpen) return <span className={css.name}>{text}</span>
    return href ? (
      <Link to={href} preload="intent" {...more}>
        {text}
      </Link>
    ) : (
      <button type="button" onClick={() => options.onOpen?.(row)} {...more}>
        {text}
      </button>
    )
  }

  const columns = shown.map((key, index): Column => {
    const field = fields[key]!
    const isNumber = countKinds.includes(field.kind)
    const isImage = field.kind === 'image'
    const isTitle = key === titleKey
    const { label } = field
    // A label such as "Labor hours" already names the unit.
    const unit = field.kind === 'hours' && /hours/i.test(label) ? undefined : field.unit
    const least = (label.length + (unit ? unit.length + 2 : 0)) * 6.6 + 32
    const special = options.cells?.[key]
    const width = Math.max(fieldColumnWidth(field), longestChoice(field), isImage ? 0 : least, special && isNumber ? 88 : 0)
    return {
      key,
      label,
      isLabelHidden: isImage,
      unit,
      width: isTitle ? undefined : width,
      // Between the header's width and the maximum of a text column. Custom cells have a fixed width.
      ...(wordKinds.includes(field.kind) &&
        !(special && isTitle) && {
          text: (row) => cellPlainText(field, row[key]),
          least: special ? width : least,
          most: isTitle ? undefined : special ? width : Math.max(width, field.kind === 'email' || field.kind === 'url' ? 264 : 216),
        }),
      beside: field.kind === 'user' ? 30 : undefined,
      align: isNumber ? 'right' : undefined,
      tone: isTitle ? 'name' : isNumber || field.kind === 'choice' ? undefined : 'quiet',
      sortable: isSortable(field),
      locked: isTitle,
      sticky: index === 0 || (index === 1 && fields[shown[0]!]!.kind === 'image'),
      cell(row) {
        // The name is a link itself, and a link must not contain another.
        if (isTitle && !special && linkKinds.includes(field.kind)) return name(row, cellPlainText(field, row[key]))
        const cell = special ? special(row[key], row) : isImage ? picture(row[key], row) : cellContent(field, row[key], row)
        return isTitle ? name(row, cell ?? `#${row.id}`) : cell
      },
    }
  })
  return options.isPhone ? withFirstColumn(columns, titleKey, fields) : columns
}

/** On a phone the picture, the name and the next text field share one column. */
function withFirstColumn(columns: Column[], titleKey: string, fields: Fields): Column[] {
  const title = columns.find(({ key }) => key === titleKey)!
  const image = columns.find(({ key }) => fields[key]!.kind === 'image')
  const isWhole = fields[titleKey]!.kind === 'json'
  const second = columns.find(({ key }) => key !== titleKey && !isWhole && ['text', 'reference'].includes(fields[key]!.kind))
  const both = [second, title].filter((column) => column !== undefined).sort((a, b) => columns.indexOf(a) - columns.indexOf(b))
  const [head, ...rest] = both
  const first: Column = {
    ...title,
    text: undefined,
    key: head!.key,
    label: [head!.label, ...rest.map(({ label }) => label.toLowerCase())].join(' and '),
    width: 188,
    sticky: true,
    cell: (row) => (
      <span className={css.both}>
        {image?.cell(row)}
        <span className={css.lines}>
          {title.cell(row)}
          {second?.cell(row) && <span className={css.second}>{second.cell(row)}</span>}
        </span>
      </span>
    ),
  }
  const others = columns.filter((column) => column !== title && column !== image && column !== second)
  return [first, ...others.map((column) => ({ ...column, sticky: false }))]
}
