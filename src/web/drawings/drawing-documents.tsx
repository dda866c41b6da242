import { Button, Menu, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import {
  bulkDocuments,
  drawingDocuments,
  generateDocuments,
  renumberDocuments,
  setDocumentState,
} from '../../model/drawings/drawing-documents.ts'
import { AssociateType, DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { issueDrawings } from '../../model/plans/sheet-calls.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { statusMoves } from '../../model/spaces/status-moves.ts'
import { DocumentLayout } from '../../model/templates/enums.ts'
import { SheetSize } from '../../model/templates/layout-templates.ts'
import { tellOfChangeSet } from '../activity/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls, Section } from '../kit/form/controls.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { confirm, FormDialog, ListPage } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { openFile } from '../kit/request/open-file.ts'
import { IssueDrawings, SheetItems } from '../plans/public.tsx'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { SheetPicture, ViewsControl } from '../templates/public.tsx'
import { AboutControl, ManyAboutControl, NamedControl } from './about-controls.tsx'
import css from './drawing-documents.module.css'

type Document = RowOf<typeof drawingDocuments>

export function DrawingDocumentsPage() {
  return <ProjectTab title="Drawing documents">{(project) => <Sheets project={project} />}</ProjectTab>
}

const sections: Section<typeof drawingDocuments.fields>[] = [
  ['Sheet', ['documentType', 'associateType', 'associateId', 'number', 'title', 'namingTemplateId']],
  ['Views', ['layoutTemplateId', 'layout', 'layoutViewIds']],
  ['Work', ['assignedUserId', 'dueDate', 'issueDate', 'revision', 'fileId', 'notes']],
]
const documentControls = (project: Project): Controls<typeof drawingDocuments.fields> => ({
  associateId: (props) => <AboutControl {...props} project={project} />,
  number: (props) => <NamedControl {...props} project={project} />,
  title: (props) => <NamedControl {...props} project={project} />,
  layoutViewIds: (props) => <ViewsControl {...props} />,
  fileId: ({ field, value, error, onChange, row, readOnly }) => (
    <FileControl
      label={field.label}
      fileId={value}
      fileName={row?.fileId === value ? row?.fileName : undefined}
      error={error}
      readOnly={readOnly}
      onChange={(file) => onChange(file?.id ?? null)}
    />
  ),
})

const knownSheetSize = (document: Document) => (SheetSize.has(document.sheetSize) ? document.sheetSize : null)

function IssuedFile({ fileName, url }: Pick<Document, 'fileName' | 'url'>) {
  return fileName ? (
    <UnstyledButton className="dna-link" onClick={() => openFile({ name: fileName, url })}>
      {fileName}
    </UnstyledButton>
  ) : null
}

function SheetCard({ document, onOpen }: { document: Document; onOpen: () => void }) {
  const { number, title, layout, views, documentType, state, revision } = document
  return (
    <div className={css.card}>
      <SheetPicture layout={layout} sheetSize={knownSheetSize(document)} views={views} number={number} title={title} />
      <h2>
        <UnstyledButton className="dna-link" onClick={onOpen}>
          {number} {title}
        </UnstyledButton>
      </h2>
      <div className={css.facts}>
        <span>{DocumentType.label(documentType)}</span>
        <ChoiceText options={SpaceStatus} value={state} />
        {revision && <span>Rev. {revision}</span>}
      </div>
    </div>
  )
}

function Sheets({ project }: { project: Project }) {
  const [dialog, setDialog] = useState<'generate' | { ids: number[]; clear: () => void }>()
  const [opened, setOpened] = useState<number>()
  const [issued, setIssued] = useState<{ ids: number[]; clear: () => void }>()
  const isLocked = isReadOnly(project)
  const params = { id: project.id }
  const mayChange = can('DrawingDocuments.Update') && !isLocked
  const move = useCall(setDocumentState, {
    invalidates: [drawingDocuments],
    onDone: ({ title, state }) => toast.success(`${title}: ${DocumentState.label(state)}.`),
  })
  const renumber = useCall(renumberDocuments, {
    invalidates: [drawingDocuments],
    onDone: ({ changed, changeSetId }) =>
      tellOfChangeSet(
        changed === 0 ? 'Every number is already in sequence.' : `${formatCount(changed, 'document')} renumbered.`,
        changeSetId,
      ),
  })
  async function renumberAll() {
    const text = 'Sequences restart at 1 without gaps, and numbers are regenerated. Numbers entered by hand are kept. You can undo this.'
    if (await confirm({ title: 'Renumber all drawing documents?', text, verb: 'Renumber' })) renumber.mutate({ params, body: {} })
  }
  const many = typeof dialog === 'object' ? dialog : undefined
  return (
    <>
      <ListPage
        resource={drawingDocuments}
        title="Drawing documents"
        under={params}
        create={isLocked ? 'no' : 'dialog'}
        sections={sections}
        controls={documentControls(project)}
        cells={{
          associate: (associate, { associateType }) => associate && `${AssociateType.label(associateType)} ${associate.name}`,
          state: (state) => <ChoiceText options={SpaceStatus} value={state} />,
          fileName: (_, { fileName, url }) => <IssuedFile fileName={fileName} url={url} />,
          layout: (layout, document) => (
            <span className={css.layout}>
              <SheetPicture isSmall layout={layout} sheetSize={knownSheetSize(document)} views={document.views} number={document.number} />
              {DocumentLayout.label(layout)}
            </span>
          ),
        }}
        columnWidths={{ layout: 196, state: 120, associate: 176 }}
        card={(document) => <SheetCard document={document} onOpen={() => setOpened(document.id)} />}
        actions={
          <>
            {mayChange && (
              <Button variant="default" onClick={() => void renumberAll()}>
                Renumber
              </Button>
            )}
            {can(generateDocuments.permission) && !isLocked && (
              <Button variant="default" onClick={() => setDialog('generate')}>
                Generate
              </Button>
            )}
          </>
        }
        rowMenu={(document) => (
          <>
            <SheetItems projectId={project.id} documentId={document.id} />
            {mayChange &&
              statusMoves[document.state].map((state) => (
                <Menu.Item
                  key={state}
                  onClick={() =>
                    move.mutate({
                      params: { id: project.id, docId: document.id },
                      body: { state, comment: null, rowVersion: document.rowVersion },
                    })
                  }
                >
                  {DocumentState.label(state)}
                </Menu.Item>
              ))}
          </>
        )}
        selectionActions={
          mayChange
            ? (ids, clear) => (
                <>
                  <Button variant="default" size="xs" onClick={() => setDialog({ ids: ids.map(Number), clear })}>
                    Change
                  </Button>
                  {can(issueDrawings.permission) && (
                    <Button variant="default" size="xs" onClick={() => setIssued({ ids: ids.map(Number), clear })}>
                      Issue drawings
                    </Button>
                  )}
                </>
              )
            : undefined
        }
        empty="No drawing documents yet. Generate them from the spaces, or create one."
      />
      <FormDialog
        resource={drawingDocuments}
        id={opened}
        under={params}
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        sections={sections}
        controls={documentControls(project)}
      />
      <GenerateDialog project={project} isOpen={dialog === 'generate'} onClose={() => setDialog(undefined)} />
      {issued && <IssueDrawings projectId={project.id} ids={issued.ids} onClose={() => setIssued(undefined)} onDone={issued.clear} />}
      {many && <ChangeMany project={project} ids={many.ids} onClose={() => setDialog(undefined)} onDone={many.clear} />}
    </>
  )
}

function GenerateDialog({ project, isOpen, onClose }: { project: Project; isOpen: boolean; onClose: () => void }) {
  return (
    <CallDialog
      call={generateDocuments}
      resource={drawingDocuments}
      opened={isOpen}
      onClose={onClose}
      title="Generate drawing documents"
      verb="Generate"
      params={{ id: project.id }}
      start={{ associateType: AssociateType.Space }}
      sections={[
        ['', ['documentTypes', 'associateType', 'ids', 'namingTemplateId']],
        ['Views', ['layoutTemplateId', 'layout', 'viewIds', 'splitViews']],
      ]}
      controls={{ ids: (props) => <ManyAboutControl {...props} project={project} /> }}
      invalidates={[drawingDocuments]}
      onDone={({ created, skipped, changeSetId }) =>
        tellOfChangeSet(
          `${formatCount(created, 'drawing document')} generated${skipped > 0 ? `, ${skipped.toLocaleString('en-US')} already there` : ''}.`,
          changeSetId,
        )
      }
    />
  )
}

interface ChangeManyProps {
  project: Project
  ids: number[]
  onClose: () => void
  onDone: () => void
}

function ChangeMany({ project, ids, onClose, onDone }: ChangeManyProps) {
  return (
    <CallDialog
      call={bulkDocuments}
      resource={drawingDocuments}
      opened
      onClose={onClose}
      title={`Change ${formatCount(ids.length, 'drawing document')}`}
      verb="Change"
      params={{ id: project.id }}
      preset={{ ids }}
      invalidates={[drawingDocuments]}
      onDone={({ updated, changeSetId }) => {
        onDone()
        tellOfChangeSet(updated === 0 ? 'Nothing changed.' : `${formatCount(updated, 'document')} changed.`, changeSetId)
      }}
    />
  )
}
