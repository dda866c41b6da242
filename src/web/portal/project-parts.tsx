import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../model/kit/call.ts'
import { openFile as readFile } from '../../model/kit/file-calls.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { CommentSubject } from '../../model/portal/comments.ts'
import { externalContacts, externalDocuments, externalEquipment, type externalProject } from '../../model/projects/external-projects.ts'
import { sharedReports } from '../../model/reports/download-tasks.ts'
import { EquipmentTile, saveBlob } from '../catalog/public.tsx'
import { DateOnly, DateTime, Money } from '../kit/look/format.tsx'
import { IconMessage } from '../kit/look/icons.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable, EmptyState, Panel, PhoneLink } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { defaultMinWidth } from '../kit/parts/table-columns.ts'
import { useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { fileKind, openFile } from '../kit/request/open-file.ts'
import css from './portal.module.css'
import { Two } from './two.tsx'

type Project = ResponseOf<typeof externalProject>
type Line = ResponseOf<typeof externalEquipment>['items'][number]
type Drawing = ResponseOf<typeof externalDocuments>['items'][number]
type Report = ResponseOf<typeof sharedReports>['items'][number]
type Contact = ResponseOf<typeof externalContacts>['items'][number]

interface PartProps {
  project: Project
  space?: number
}

const Talk = ({ subject, subjectId, name, space }: { subject: CommentSubject; subjectId: number; name: string; space?: number }) => (
  <Link to="." search={{ space, subject, of: subjectId }} aria-label={`Comments on ${name}`} className="dna-link">
    <IconMessage size={14} aria-hidden />
  </Link>
)

const lineSpaceName = ({ space }: Line) => [space.number, space.name].filter(Boolean).join(' ')
const productName = ({ manufacturer, model }: Line) => [manufacturer, model].filter(Boolean).join(' ')
/** The product itself, and with it its photo, is not shared. */
const pictureColumn: Column<Line> = {
  key: 'picture',
  label: 'Picture',
  isLabelHidden: true,
  width: 46,
  cell: ({ model, description, category }) => <EquipmentTile item={{ model, description, category: { name: category } }} />,
}
const productCell = (line: Line) => <Two first={productName(line)} second={line.description} />
function equipmentColumns({ totalMsrpPrice, opened }: Project, space: number | undefined, isPhone: boolean): Column<Line>[] {
  const hasPrices = totalMsrpPrice !== undefined
  const prices: Column<Line>[] = [
    { key: 'unitPrice', label: 'Each', width: 104, align: 'right', cell: ({ unitPrice }) => <Money value={unitPrice || null} /> },
    { key: 'totalPrice', label: 'Total', width: 104, align: 'right', cell: ({ totalPrice }) => <Money value={totalPrice || null} /> },
  ]
  const talk: Column<Line> = {
    key: 'comments',
    label: 'Comments',
    isLabelHidden: true,
    width: 52,
    cell: ({ id, model }) => <Talk subject={CommentSubject.Line} subjectId={id} name={model} space={space} />,
  }
  const quantity: Column<Line> = { key: 'quantity', label: 'Qty', width: 48, align: 'right', cell: ({ quantity }) => quantity }
  const comments = opened.includes('Comments') ? [talk] : []
  const both: Column<Line> = { key: 'model', label: 'Model', tone: 'name', most: defaultMinWidth, cell: productCell }
  const amounts: Column<Line> = {
    ...quantity,
    label: 'Qty, total',
    width: 92,
    cell: ({ quantity, totalPrice }) => <Two first={quantity} second={<Money value={totalPrice || null} />} />,
  }
  if (isPhone) return [both, hasPrices ? amounts : quantity, ...comments]
  const by: Column<Line> = { key: 'provider', label: 'By', width: 84, cell: ({ provider, installer }) => `${provider}, ${installer}` }
  // With price columns, there is room for only one text column.
  if (hasPrices) return [quantity, pictureColumn, both, by, ...prices, ...comments]
  return [
    quantity,
    pictureColumn,
    // Manufacturer and model share a column, because nothing may be truncated beside the room tree.
    { key: 'model', label: 'Model', tone: 'name', width: 240, cell: productName },
    { key: 'description', label: 'Description', tone: 'quiet', cell: ({ description }) => description },
    by,
    ...comments,
  ]
}
/** Groups by space for the whole project; within a space by area group, else by category. */
const spaceGroup = (line: Line) => ({ key: line.space.id, title: lineSpaceName(line) })
const areaOrCategoryGroup = ({ areaGroup, category }: Line) => ({
  key: areaGroup ?? category ?? '',
  title: areaGroup ?? category ?? 'Other',
})

export function Equipment({ project, space }: PartProps) {
  const isPhone = useIsPhone()
  const { id, totalMsrpPrice } = project
  const { data, error, refetch } = useRead(
    externalEquipment,
    { params: { id }, query: { spaceId: space ?? null, itemsPerPage: -1 } },
    { isQuiet: true, keepsOld: true },
  )
  return (
    <Panel
      title="Equipment"
      note={data && formatCount(data.total, 'line')}
      isFlush
      actions={totalMsrpPrice !== undefined && space === undefined && <Money value={totalMsrpPrice} />}
    >
      {error && !data ? (
        <LoadError error={error} title="Equipment" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No equipment here yet." />
      ) : (
        <DataTable
          label="Equipment"
          columns={equipmentColumns(project, space, isPhone)}
          rows={data?.items}
          groupBy={space === undefined ? spaceGroup : areaOrCategoryGroup}
          nameOf={({ model }) => model}
          skeletonRows={6}
        />
      )}
    </Panel>
  )
}

const drawingTitleCell = ({ title, fileName, url }: Drawing) =>
  url && fileName ? (
    <button type="button" className={css.link} onClick={() => openFile({ name: fileName, url })}>
      {title}
    </button>
  ) : (
    title
  )
const titleAndNumber = (drawing: Drawing) => (
  <Two
    first={drawingTitleCell(drawing)}
    second={[drawing.number, drawing.revision && `revision ${drawing.revision}`].filter(Boolean).join(', ')}
  />
)

function drawingColumns({ opened }: Project, space: number | undefined, isPhone: boolean): Column<Drawing>[] {
  const talk: Column<Drawing> = {
    key: 'comments',
    label: 'Comments',
    isLabelHidden: true,
    width: 52,
    cell: ({ id, title }) => <Talk subject={CommentSubject.Document} subjectId={id} name={title} space={space} />,
  }
  const comments = opened.includes('Comments') ? [talk] : []
  const issued: Column<Drawing> = {
    key: 'issueDate',
    label: 'Issued',
    width: 100,
    tone: 'quiet',
    cell: ({ issueDate }) => <DateOnly value={issueDate} />,
  }
  const title: Column<Drawing> = { key: 'title', label: 'Title', tone: 'name', cell: drawingTitleCell }
  if (isPhone) return [{ ...title, most: defaultMinWidth, cell: titleAndNumber }, issued, ...comments]
  return [
    { key: 'number', label: 'Number', width: 110, cell: ({ number }) => number },
    title,
    { key: 'revision', label: 'Revision', width: 90, tone: 'quiet', cell: ({ revision }) => revision },
    issued,
    ...comments,
  ]
}

export function Drawings({ project, space }: PartProps) {
  const isPhone = useIsPhone()
  const { data, error, refetch } = useRead(externalDocuments, { params: { id: project.id } }, { isQuiet: true })
  const items = data?.items.filter(({ spaceId }) => space === undefined || spaceId === space)
  if (items?.length === 0 && space !== undefined) return null
  return (
    <Panel title="Drawings" note={items && items.length > 0 && items.length} isFlush>
      {error && !data ? (
        <LoadError error={error} title="Drawings" onRetry={() => void refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState text="No drawings have been issued yet." />
      ) : (
        <DataTable
          label="Drawings"
          columns={drawingColumns(project, space, isPhone)}
          rows={items}
          nameOf={({ title }) => title}
          skeletonRows={3}
        />
      )}
    </Panel>
  )
}

/** Reports need a token, so the file is fetched with the user's session on every click. */
async function openReport({ url, fileName }: Report) {
  if (fileKind(fileName)) return openFile({ name: fileName, url })
  const [, , , id = '', name = ''] = url?.split('/') ?? []
  try {
    saveBlob(fileName, await request(readFile, { params: { id, name: decodeURIComponent(name) } }))
  } catch (error) {
    showError(error)
  }
}

export const SharedReport = ({ report }: { report: Report }) => (
  <button type="button" className={css.link} data-name onClick={() => void openReport(report)}>
    {report.fileName}
  </button>
)
const reportFileCell = (report: Report) => <SharedReport report={report} />
const reportColumns: Column<Report>[] = [
  { key: 'fileName', label: 'File', tone: 'name', cell: reportFileCell },
  { key: 'date', label: 'Date', width: 200, tone: 'quiet', cell: ({ date }) => <DateTime value={date} /> },
]
const phoneReports: Column<Report>[] = [
  {
    key: 'fileName',
    label: 'File',
    tone: 'name',
    most: defaultMinWidth,
    cell: (report) => <Two first={reportFileCell(report)} second={<DateTime value={report.date} />} />,
  },
]

export function Reports({ id }: { id: number }) {
  const isPhone = useIsPhone()
  const { data, error, refetch } = useRead(sharedReports, { params: { id }, query: { itemsPerPage: 200 } }, { isQuiet: true })
  return (
    <Panel title="Reports" note={data && data.total > 0 && data.total.toLocaleString('en-US')} isFlush>
      {error && !data ? (
        <LoadError error={error} title="Reports" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No reports have been shared yet." />
      ) : (
        <DataTable
          label="Reports"
          columns={isPhone ? phoneReports : reportColumns}
          rows={data?.items}
          nameOf={({ fileName }) => fileName}
          skeletonRows={2}
        />
      )}
    </Panel>
  )
}

const emailCell = ({ email }: Contact) => email && <a href={`mailto:${email}`}>{email}</a>
const phoneCell = ({ phone }: Contact) => phone && <PhoneLink phone={phone} />
const contactColumns: Column<Contact>[] = [
  { key: 'name', label: 'Name', tone: 'name', cell: ({ name }) => name },
  { key: 'company', label: 'Company', text: ({ company }) => company ?? '', most: 200, cell: ({ company }) => company },
  {
    key: 'jobTitle',
    label: 'Job title',
    text: ({ jobTitle }) => jobTitle ?? '',
    most: 200,
    tone: 'quiet',
    cell: ({ jobTitle }) => jobTitle,
  },
  { key: 'email', label: 'E-mail', text: ({ email }) => email ?? '', most: 280, cell: emailCell },
  { key: 'phone', label: 'Phone', width: 140, cell: phoneCell },
]
const phoneContacts: Column<Contact>[] = [
  {
    key: 'name',
    label: 'Name',
    tone: 'name',
    most: defaultMinWidth,
    cell: ({ name, company, jobTitle }) => <Two first={name} second={[jobTitle, company].filter(Boolean).join(', ')} />,
  },
  { key: 'reach', label: 'E-mail, phone', width: 184, cell: (contact) => <Two first={emailCell(contact)} second={phoneCell(contact)} /> },
]

export function Contacts({ id }: { id: number }) {
  const isPhone = useIsPhone()
  const { data } = useRead(externalContacts, { params: { id } }, { isQuiet: true })
  if (!data?.items.length) return null
  return (
    <Panel title="Contacts" note={data.items.length} isFlush>
      <DataTable
        label="Contacts"
        columns={isPhone ? phoneContacts : contactColumns}
        rows={data.items}
        keyOf={({ name, email }) => `${name} ${email}`}
        nameOf={({ name }) => name}
      />
    </Panel>
  )
}
