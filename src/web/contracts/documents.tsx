import { Button, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
import {
  changeContractDocument,
  createContractDocument,
  deleteContractDocument,
  listContractDocuments,
} from '../../model/contracts/contract-documents.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import { formatBytes } from '../../model/kit/bytes.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { MissingPermission } from '../access/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls } from '../kit/form/controls.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import { DateOnly } from '../kit/look/format.tsx'
import { IconDownload, IconEye, IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, Skeletons, UserAvatar } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { openFile } from '../kit/request/open-file.ts'
import css from './contract.module.css'
import { ContractTab } from './contract-head.tsx'
import type { Contract } from './contract-state.tsx'
import { firstControl } from './first-control.tsx'

type Document = ResponseOf<typeof listContractDocuments>['items'][number]

export function ContractDocumentsPage() {
  return <ContractTab title="Documents">{(contract) => <Documents contract={contract} />}</ContractTab>
}

const openDocument = ({ fileName, url }: Document) => openFile({ name: fileName, url })

const columns: Column<Document>[] = [
  {
    key: 'name',
    label: 'Name',
    tone: 'name',
    cell: (document) =>
      document.url ? (
        <button type="button" data-name className={css.name} onClick={() => openDocument(document)}>
          {document.name}
        </button>
      ) : (
        document.name
      ),
  },
  { key: 'description', label: 'Description', width: 220, tone: 'quiet', cell: ({ description }) => description },
  { key: 'date', label: 'Date', width: 100, cell: ({ documentDate }) => <DateOnly value={documentDate} /> },
  { key: 'size', label: 'Size', width: 88, align: 'right', cell: ({ size }) => formatBytes(size) },
  { key: 'added', label: 'Added', width: 100, tone: 'quiet', cell: ({ createDate }) => <DateOnly value={createDate} /> },
  { key: 'by', label: 'By', width: 72, cell: ({ createdBy }) => createdBy && <UserAvatar user={createdBy} /> },
]

function Documents({ contract }: { contract: Contract }) {
  const params = { id: contract.id }
  const mayView = can(listContractDocuments.permission)
  const read = useRead(listContractDocuments, { params }, { isQuiet: true, enabled: mayView })
  const [dialog, setDialog] = useState<{ document?: Document }>()
  const { mutate: remove } = useCall(deleteContractDocument, { onDone: () => toast.success('Document removed.') })
  const items = read.data?.items
  const mayAdd = can(createContractDocument.permission)
  const mayChange = can(changeContractDocument.permission)
  const mayDelete = can(deleteContractDocument.permission)
  if (!mayView) return <MissingPermission what="Documents of contracts" names={['ProjectContracts.DocumentsView']} />
  async function askToDelete({ id, name }: Document) {
    if (await confirm({ title: `Remove ${name} from the contract?`, text: 'This cannot be undone.', verb: 'Remove', danger: true }))
      remove({ params: { ...params, docId: id } })
  }
  const menu = (document: Document) => (
    <>
      {document.url && (
        <>
          <Menu.Item leftSection={<IconEye size={16} />} onClick={() => openDocument(document)}>
            Open
          </Menu.Item>
          <Menu.Item component="a" href={`${document.url}&download=1`} download leftSection={<IconDownload size={16} />}>
            Download
          </Menu.Item>
        </>
      )}
      {mayChange && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ document })}>
          Edit
        </Menu.Item>
      )}
      {mayDelete && (
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void askToDelete(document)}>
          Remove
        </Menu.Item>
      )}
    </>
  )
  return (
    <>
      <header className={css.head}>
        <h2>Documents</h2>
        <span>{items?.length.toLocaleString('en-US')}</span>
        {mayAdd && (
          <div className={css.actions}>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
              Add document
            </Button>
          </div>
        )}
      </header>
      {read.error && !items && <LoadError error={read.error} title="Documents" onRetry={() => void read.refetch()} />}
      {!read.error && !items && <Skeletons rows={4} />}
      {items?.length === 0 && (
        <EmptyState
          text="No documents yet. They can be added while the contract is locked."
          action={mayAdd ? 'Add document' : undefined}
          onAction={() => setDialog({})}
        />
      )}
      {items && items.length > 0 && (
        <div className={css.wide}>
          <DataTable label="Documents" columns={columns} rows={items} nameOf={({ name }) => name} menu={menu} />
        </div>
      )}
      {dialog && <DocumentDialog contract={contract} document={dialog.document} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function DocumentDialog({ contract, document, onClose }: { contract: Contract; document?: Document; onClose: () => void }) {
  const start = useMemo(() => document && { ...document }, [document])
  const controls: Controls<(typeof createContractDocument)['body']> = {
    name: firstControl,
    fileId: ({ field, value, error, onChange }) => (
      <FileControl
        label={field.label}
        fileId={value}
        hint="Any kind, up to 50 MB"
        error={error}
        onChange={(file) => onChange(file?.id ?? null)}
      />
    ),
  }
  return (
    <CallDialog
      call={document ? changeContractDocument : createContractDocument}
      resource={contracts}
      opened
      onClose={onClose}
      title={document ? document.name : 'Add a document'}
      verb={document ? 'Save' : 'Add document'}
      params={document ? { id: contract.id, docId: document.id } : { id: contract.id }}
      preset={document && { rowVersion: document.rowVersion }}
      start={start}
      controls={controls}
      sections={[['', ['name', 'documentDate', 'description', 'fileId']]]}
      invalidates={[contracts]}
      onDone={(_, undo) => toast.success('Document saved.', { undo })}
    />
  )
}
