import { useParams } from '@tanstack/react-router'
import { TechnicalDocumentType } from '../../model/catalog/enums.ts'
import { externalEquipments, externalManufacturers } from '../../model/catalog/external-equipment.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { ListPage, Panel } from '../kit/pages.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { fileKind, openFile } from '../kit/request/open-file.ts'
import css from './equipment.module.css'
import { EquipmentFacts } from './equipment-facts.tsx'
import { LooksAndHeat } from './equipment-glance.tsx'
import { ProductPage, responsePorts } from './equipment-head.tsx'
import { EquipmentTile } from './equipment-picture.tsx'
import { WorkbookButton } from './manufacturer-workbook.tsx'

export function ExternalEquipmentsPage() {
  return (
    <ListPage
      resource={externalEquipments}
      create="no"
      cells={{ imageUrl: (_, row) => <EquipmentTile item={row} /> }}
      actions={<Workbooks />}
      empty="No equipment has been shared with you yet. Your consultant can add you to the list of a manufacturer."
    />
  )
}

function Workbooks() {
  const { data } = useRead(externalManufacturers, { query: { itemsPerPage: 200 } }, { isQuiet: true })
  return (data?.items ?? []).slice(0, 3).map((manufacturer) => <WorkbookButton key={manufacturer.id} manufacturer={manufacturer} />)
}

export function ExternalEquipmentPage() {
  const { id = '' } = useParams({ strict: false })
  const reading = useRead(resourceCalls(externalEquipments).read, { params: { id } }, { isQuiet: true })
  return (
    <ProductPage
      resource={externalEquipments}
      reading={reading}
      actions={({ manufacture }) => <WorkbookButton manufacturer={manufacture} />}
      aside={(equipment) => <LooksAndHeat equipment={equipment} />}
    >
      {(equipment) => (
        <>
          <EquipmentFacts equipment={equipment} ports={responsePorts(equipment)} />
          <Documents documents={listDocuments(equipment)} />
        </>
      )}
    </ProductPage>
  )
}

interface Document {
  name: string
  kind: string
  fileName: string | null
  url: string | null
  isOurs: boolean
}

function listDocuments({ technicalDocuments, revitFamilyFile }: RowOf<typeof externalEquipments>): Document[] {
  const documents = technicalDocuments.map(({ type, name, fileName, fileUrl, url }) => ({
    name,
    kind: TechnicalDocumentType.label(type),
    fileName,
    url: fileUrl ?? url,
    isOurs: fileUrl !== null,
  }))
  if (!revitFamilyFile) return documents
  const { name, url } = revitFamilyFile
  return [...documents, { name, kind: 'Revit family', fileName: name, url, isOurs: true }]
}

function Documents({ documents }: { documents: Document[] }) {
  if (documents.length === 0) return null
  return (
    <Panel title="Documents" note={documents.length}>
      <ul className={css.documents}>
        {documents.map((document) => (
          <li key={`${document.kind} ${document.name}`}>
            <DocumentLink document={document} />
            <span className="dna-muted">{document.kind}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Files the viewer supports open next to the page, others are downloaded, and external URLs open in a new tab. */
function DocumentLink({ document: { name, fileName, url, isOurs } }: { document: Document }) {
  if (!url) return name
  if (!isOurs)
    return (
      <a href={url} target="_blank" rel="noreferrer">
        {name}
      </a>
    )
  if (fileName && fileKind(fileName))
    return (
      <button type="button" className={css.open} onClick={() => openFile({ name: fileName, url })}>
        {name}
      </button>
    )
  return (
    <a href={`${url}&download=1`} download>
      {name}
    </a>
  )
}
