import { Button, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
import { TechnicalDocumentType } from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import {
  addEquipmentFile,
  changeEquipmentFile,
  type EquipmentFile,
  equipmentFiles,
  removeEquipmentFile,
} from '../../model/catalog/equipment-calls.ts'
import { formatBytes } from '../../model/kit/bytes.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls } from '../kit/form/controls.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import { DateOnly, DateTime } from '../kit/look/format.tsx'
import { IconDownload, IconExternalLink, IconEye, IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, Panel, UserAvatar } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { openFile } from '../kit/request/open-file.ts'
import css from './equipment.module.css'
import { type Equipment, EquipmentTab } from './equipment-head.tsx'

export function EquipmentDocumentsPage() {
  return <EquipmentTab>{(equipment) => <Documents equipment={equipment} />}</EquipmentTab>
}

interface TechnicalDocument {
  id: string
  type: TechnicalDocumentType
  name: string
  fileId: string | null
  fileName: string | null
  url: string | null
  revisionDate: string | null
}
type Shown = EquipmentFile & { document?: TechnicalDocument }

/** Includes the extension, which determines the viewer. */
const nameOfFile = ({ name, document }: Shown) => document?.fileName ?? name
const isStoredFile = ({ url }: Shown) => Boolean(url?.startsWith('/api/files/'))

function openDocument(file: Shown) {
  if (isStoredFile(file)) openFile({ name: nameOfFile(file), url: file.url })
  else if (file.url) window.open(file.url, '_blank', 'noopener,noreferrer')
}

function Documents({ equipment }: { equipment: Equipment }) {
  const params = { id: equipment.id }
  const read = useRead(equipmentFiles, { params }, { isQuiet: true })
  const [dialog, setDialog] = useState<{ document?: TechnicalDocument }>()
  const documents = equipment.technicalDocuments ?? []
  const { mutate: remove } = useCall(removeEquipmentFile, {
    invalidates: [equipments, equipmentFiles],
    onDone: () => toast.success('Document removed.'),
  })
  const mayChange = can(addEquipmentFile.permission)
  const files: Shown[] | undefined = read.data?.items.map((file) => ({ ...file, document: documents.find(({ id }) => id === file.id) }))

  async function askToRemove({ document, name }: Shown) {
    const text = 'The document is removed from this equipment. Other equipment with the same file keeps it.'
    if (await confirm({ title: `Remove ${name}?`, text, verb: 'Remove', danger: true }))
      remove({ params: { ...params, fileId: document!.id } })
  }
  const columns: Column<Shown>[] = [
    {
      key: 'name',
      label: 'Name',
      tone: 'name',
      cell: (file) => (
        <button type="button" data-name className={css.open} onClick={() => openDocument(file)}>
          {file.name}
        </button>
      ),
    },
    { key: 'type', label: 'Type', width: 132, cell: ({ type, source }) => (type === null ? source : TechnicalDocumentType.label(type)) },
    {
      key: 'file',
      label: 'File',
      width: 220,
      tone: 'quiet',
      cell: (file) => (isStoredFile(file) ? nameOfFile(file) : file.url?.replace(/^https?:\/\//, '')),
    },
    { key: 'size', label: 'Size', width: 88, align: 'right', cell: ({ size }) => (size === null ? null : formatBytes(size)) },
    {
      key: 'revision',
      label: 'Revision',
      width: 100,
      cell: ({ document }) => <DateOnly value={document?.revisionDate} />,
    },
    { key: 'added', label: 'Added', width: 184, tone: 'quiet', cell: ({ createDate }) => <DateTime value={createDate} /> },
    { key: 'by', label: 'By', width: 72, cell: ({ createdBy }) => createdBy && <UserAvatar user={createdBy} /> },
  ]
  const menu = (file: Shown) => (
    <>
      <Menu.Item
        leftSection={isStoredFile(file) ? <IconEye size={16} /> : <IconExternalLink size={16} />}
        onClick={() => openDocument(file)}
      >
        Open
      </Menu.Item>
      {isStoredFile(file) && (
        <Menu.Item component="a" href={`${file.url}&download=1`} download leftSection={<IconDownload size={16} />}>
          Download
        </Menu.Item>
      )}
      {mayChange && file.document && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ document: file.document })}>
            Edit
          </Menu.Item>
          <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void askToRemove(file)}>
            Remove
          </Menu.Item>
        </>
      )}
    </>
  )
  return (
    <Panel
      title="Documents"
      note={files?.length.toLocaleString('en-US')}
      isFlush
      actions={
        mayChange && (
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => setDialog({})}>
            Add document
          </Button>
        )
      }
    >
      {read.error && !files ? (
        <LoadError error={read.error} title="Documents" onRetry={() => void read.refetch()} />
      ) : files?.length === 0 ? (
        <EmptyState text="No picture, technical document or Revit family yet." />
      ) : (
        <div className={css.rows}>
          <DataTable label="Documents" columns={columns} rows={files} menu={menu} nameOf={({ name }) => name} skeletonRows={3} />
        </div>
      )}
      <DocumentDialog params={params} document={dialog?.document} isOpen={dialog !== undefined} onClose={() => setDialog(undefined)} />
    </Panel>
  )
}

function DocumentDialog(props: { params: { id: number }; document?: TechnicalDocument; isOpen: boolean; onClose: () => void }) {
  const { params, document, isOpen, onClose } = props
  const start = useMemo(() => document && { ...document }, [document])
  const controls: Controls = {
    /** An uploaded file fills in its name. */
    fileId: ({ form, value, field, error }) => (
      <FileControl
        label={field.label}
        fileId={value}
        fileName={document?.fileId === value ? document?.fileName : undefined}
        hint="Or give an address below"
        error={error}
        onChange={(file) => {
          const name =
            form.values.name ||
            file?.name
              .replace(/\.[^.]*$/, '')
              .trim()
              .replace(/\s+/g, ' ') ||
            null
          form.replace({ ...form.values, fileId: file?.id ?? null, name }, form.rowVersion)
        }}
      />
    ),
  }
  return (
    <CallDialog
      key={document?.id ?? 'new'}
      call={document ? changeEquipmentFile : addEquipmentFile}
      resource={equipments}
      opened={isOpen}
      onClose={onClose}
      title={document ? document.name : 'Add a document'}
      verb={document ? 'Save' : 'Add document'}
      params={document ? { ...params, fileId: document.id } : params}
      start={start}
      controls={controls}
      sections={[
        ['Document', ['type', 'revisionDate', 'name']],
        ['Contents', ['fileId', 'url']],
      ]}
      invalidates={[equipments, equipmentFiles]}
      onDone={() => toast.success('Document saved.')}
    />
  )
}
