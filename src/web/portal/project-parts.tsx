import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../model/kit/call.ts'
import { openFile as readFile } from '../../model/kit/file-calls.ts'
import { counted } from '../../model/kit/plural.ts'
import { CommentSubject } from '../../model/portal/comments.ts'
import { externalContacts, externalDocuments, externalEquipment, type externalProject } from '../../model/projects/external-projects.ts'
import { sharedReports } from '../../model/reports/download-tasks.ts'
import { saveBlob } from '../catalogue/public.tsx'
import { DateOnly, DateTime, Money } from '../kit/look/format.tsx'
import { IconMessage } from '../kit/look/icons.ts'
import { DataTable, EmptyState, Panel, PhoneLink } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { kindOf, openFile } from '../kit/request/open-file.ts'
import css from './portal.module.css'

type Project = AnswerOf<typeof externalProject>
type Line = AnswerOf<typeof externalEquipment>['items'][number]
type Drawing = AnswerOf<typeof externalDocuments>['items'][number]
type Report = AnswerOf<typeof sharedReports>['items'][number]
type Contact = AnswerOf<typeof externalContacts>['items'][number]

interface PartProps {
  project: Project
  /** Of one space only. */
  space?: number
}

/** The way to what is said about one thing. */
const Talk = ({ subject, of, name, space }: { subject: CommentSubject; of: number; name: string; space?: number }) => (
  <Link to="." search={{ space, subject, of }} aria-label={`Comments on ${name}`} className="dna-link">
    <IconMessage size={14} aria-hidden />
  </Link>
)

const placeOf = ({ space }: Line) => [space.number, space.name].filter(Boolean).join(' ')
const productOf = ({ manufacturer, model }: Line) => [manufacturer, model].filter(Boolean).join(' ')
const bothOf = (line: Line) => (
  <span className={css.end}>
    {productOf(line)}
    <span className={css.small}>{line.description}</span>
  </span>
)
function lineColumns({ totalMsrpPrice, opened }: Project, space: number | undefined, isPhone = false): Column<Line>[] {
  const prices: Column<Line>[] = [
    { key: 'unitPrice', label: 'Each', width: 94, align: 'right', cell: ({ unitPrice }) => <Money value={unitPrice} /> },
    { key: 'totalPrice', label: 'Total', width: 104, align: 'right', cell: ({ totalPrice }) => <Money value={totalPrice} /> },
  ]
  const talk: Column<Line> = {
    key: 'comments',
    label: 'Comments',
    isLabelHidden: true,
    width: 56,
    cell: ({ id, model }) => <Talk subject={CommentSubject.of.Line} of={id} name={model} space={space} />,
  }
  const quantity: Column<Line> = { key: 'quantity', label: 'Qty', width: 48, align: 'right', cell: ({ quantity }) => quantity }
  const total = totalMsrpPrice === undefined ? [] : prices
  const comments = opened.includes('Comments') ? [talk] : []
  if (isPhone) return [{ key: 'model', label: 'Model', tone: 'name', cell: bothOf }, quantity, ...total.slice(1), ...comments]
  return [
    quantity,
    // Maker and model in one: with prices and comments nothing may be cut beside the tree of rooms.
    { key: 'model', label: 'Model', tone: 'name', width: 240, cell: productOf },
    { key: 'description', label: 'Description', tone: 'quiet', cell: ({ description }) => description },
    { key: 'provider', label: 'By', width: 84, cell: ({ provider, installer }) => `${provider}, ${installer}` },
    ...total,
    ...comments,
  ]
}
/** Of all spaces by space; of one by area group where lines have one, else by category. */
const spaceOf = (line: Line) => ({ key: line.space.id, title: placeOf(line) })
const areaOf = ({ areaGroup, category }: Line) => ({ key: areaGroup ?? category ?? '', title: areaGroup ?? category ?? 'Other' })

/** The lines of the project, or those of one space by its areas. */
export function Equipment({ project, space }: PartProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const { id, totalMsrpPrice } = project
  const { data, error, refetch } = useRead(
    externalEquipment,
    { params: { id }, query: { spaceId: space ?? null, itemsPerPage: -1 } },
    { isQuiet: true, keepsOld: true },
  )
  return (
    <Panel
      title="Equipment"
      note={data && counted(data.total, 'line')}
      isFlush
      actions={totalMsrpPrice !== undefined && space === undefined && <Money value={totalMsrpPrice} />}
    >
      {error && !data ? (
        <Failure error={error} title="Equipment" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No equipment here yet." />
      ) : (
        <DataTable
          label="Equipment"
          columns={lineColumns(project, space, isPhone)}
          rows={data?.items}
          groupBy={space === undefined ? spaceOf : areaOf}
          nameOf={({ model }) => model}
          skeletonRows={6}
        />
      )}
    </Panel>
  )
}

const drawingColumns = ({ opened }: Project, space: number | undefined): Column<Drawing>[] => [
  { key: 'number', label: 'Number', width: 110, cell: ({ number }) => number },
  {
    key: 'title',
    label: 'Title',
    tone: 'name',
    cell: ({ title, fileName, url }) =>
      url && fileName ? (
        <button type="button" className={css.link} onClick={() => openFile({ name: fileName, url })}>
          {title}
        </button>
      ) : (
        title
      ),
  },
  { key: 'revision', label: 'Revision', width: 90, tone: 'quiet', cell: ({ revision }) => revision },
  { key: 'issueDate', label: 'Issued', width: 100, tone: 'quiet', cell: ({ issueDate }) => <DateOnly value={issueDate} /> },
  ...(opened.includes('Comments')
    ? [
        {
          key: 'comments',
          label: 'Comments',
          width: 90,
          cell: ({ id, title }: Drawing) => <Talk subject={CommentSubject.of.Document} of={id} name={title} space={space} />,
        },
      ]
    : []),
]

/** The drawings of the project, or those about one space. */
export function Drawings({ project, space }: PartProps) {
  const { data, error, refetch } = useRead(externalDocuments, { params: { id: project.id } }, { isQuiet: true })
  const items = data?.items.filter(({ spaceId }) => space === undefined || spaceId === space)
  if (items?.length === 0 && space !== undefined) return null
  return (
    <Panel title="Drawings" note={items && items.length > 0 && items.length} isFlush>
      {error && !data ? (
        <Failure error={error} title="Drawings" onRetry={() => void refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState text="No drawings have been issued yet." />
      ) : (
        <DataTable label="Drawings" columns={drawingColumns(project, space)} rows={items} nameOf={({ title }) => title} skeletonRows={3} />
      )}
    </Panel>
  )
}

/** A file opens by the token of whoever asks, each time anew. */
async function save({ url, fileName }: Report) {
  if (kindOf(fileName)) return openFile({ name: fileName, url })
  const [, , , id = '', name = ''] = url?.split('/') ?? []
  try {
    saveBlob(fileName, await request(readFile, { params: { id, name: decodeURIComponent(name) } }))
  } catch (error) {
    showError(error)
  }
}

const reportColumns: Column<Report>[] = [
  {
    key: 'fileName',
    label: 'File',
    tone: 'name',
    cell: (report) => (
      <button type="button" className={css.link} data-name onClick={() => void save(report)}>
        {report.fileName}
      </button>
    ),
  },
  { key: 'date', label: 'Date', width: 200, tone: 'quiet', cell: ({ date }) => <DateTime value={date} /> },
]

/** What was handed out. */
export function Reports({ id }: { id: number }) {
  const { data, error, refetch } = useRead(sharedReports, { params: { id }, query: { itemsPerPage: 200 } }, { isQuiet: true })
  return (
    <Panel title="Reports" note={data && data.total > 0 && data.total.toLocaleString('en-US')} isFlush>
      {error && !data ? (
        <Failure error={error} title="Reports" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No reports have been shared yet." />
      ) : (
        <DataTable label="Reports" columns={reportColumns} rows={data?.items} nameOf={({ fileName }) => fileName} skeletonRows={2} />
      )}
    </Panel>
  )
}

const contactColumns: Column<Contact>[] = [
  { key: 'name', label: 'Name', tone: 'name', cell: ({ name }) => name },
  { key: 'company', label: 'Company', width: 220, cell: ({ company }) => company },
  { key: 'jobTitle', label: 'Job title', width: 180, tone: 'quiet', cell: ({ jobTitle }) => jobTitle },
  { key: 'email', label: 'E-mail', width: 240, cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a> },
  { key: 'phone', label: 'Phone', width: 140, cell: ({ phone }) => phone && <PhoneLink phone={phone} /> },
]

/** Whom to call. */
export function Contacts({ id }: { id: number }) {
  const { data } = useRead(externalContacts, { params: { id } }, { isQuiet: true })
  if (!data?.items.length) return null
  return (
    <Panel title="Contacts" note={data.items.length} isFlush>
      <DataTable
        label="Contacts"
        columns={contactColumns}
        rows={data.items}
        keyOf={({ name, email }) => `${name} ${email}`}
        nameOf={({ name }) => name}
      />
    </Panel>
  )
}
