import { EquipmentAvailability, InstallerCode, ProviderCode, Termination, WirelessProtocol } from '../../model/catalog/enums.ts'
import { networkPorts, powerSpecs, technicalDocuments } from '../../model/catalog/equipment-parts.ts'
import { AssociateType, DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { DocumentLayout } from '../../model/templates/enums.ts'
import { is, orMissing, orNull, personRef, type RowOfShape } from '../kit/sql/row-types.ts'

/** Shared by current data and revisions, so that both can produce a report. */
export const spaceThen = {
  id: is.number,
  building: is.text,
  level: is.text,
  levelId: is.number,
  number: orNull(is.text),
  name: is.text,
  description: orNull(is.text),
  template: orNull(is.text),
  status: is.choice(SpaceStatus),
  complexity: orNull(is.number),
  area: orNull(is.number),
  capacity: orNull(is.number),
  areaGroups: orNull(is.text),
  createdBy: orNull(personRef),
  createDate: is.instant,
  updatedBy: orNull(personRef),
  updateDate: is.instant,
}
/** Includes the sums of the lines; like all prices here in cents. */
export const spaceShape = { ...spaceThen, quantity: is.number, msrp: is.number }

export const lineThen = {
  spaceId: is.number,
  equipmentId: is.number,
  areaGroupId: orNull(is.number),
  areaGroup: orNull(is.text),
  label: orNull(is.text),
  notes: orNull(is.text),
  installerName: orNull(is.text),
  rack: orNull(is.text),
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
  isExisting: is.boolean,
  quantity: is.number,
}
export const lineShape = {
  ...lineThen,
  unit: is.number,
  /** The price was agreed for this line and does not come from the catalog. */
  isAgreed: is.boolean,
  amount: is.number,
}

export const productShape = {
  id: is.number,
  tag: is.text,
  categoryId: is.number,
  categoryNumber: is.number,
  category: is.text,
  manufacturer: is.text,
  productFamily: orNull(is.text),
  model: is.text,
  partNumber: orNull(is.text),
  description: orNull(is.text),
  availability: is.choice(EquipmentAvailability),
  url: orNull(is.text),
  widthIn: orNull(is.number),
  heightIn: orNull(is.number),
  depthIn: orNull(is.number),
  weightLb: orNull(is.number),
  rackUnits: orNull(is.number),
  isRackMountable: is.boolean,
  heat: orNull(is.number),
  powerSpecs: is.jsonOfField(powerSpecs),
  networkPorts: is.jsonOfField(networkPorts),
  wirelessProtocols: is.listOf(is.choice(WirelessProtocol)),
  revitFamily: orNull(is.text),
  revitType: orNull(is.text),
  revitFile: orNull(is.uuid),
  documents: is.jsonOfField(technicalDocuments),
}

/** A cable that starts in a space, with the data needed to buy it. */
export const runShape = { fromSpaceId: is.number, cableId: orNull(is.number), runFt: orNull(is.number) }
export const cableShape = {
  id: is.number,
  tag: is.text,
  manufacturer: is.text,
  model: is.text,
  partNumber: orNull(is.text),
  stockLengthFt: orNull(is.number),
  unit: orNull(is.number),
  /** Missing in older revisions. */
  termination: orMissing(orNull(is.choice(Termination))),
  /** Length of a pre-terminated cable; missing in older revisions. */
  lengthFt: orMissing(orNull(is.number)),
}

export const sheetShape = {
  id: is.number,
  documentType: is.choice(DocumentType),
  associateType: is.choice(AssociateType),
  associateId: orNull(is.number),
  about: orNull(is.text),
  number: orNull(is.text),
  title: is.text,
  layout: is.choice(DocumentLayout),
  views: is.listOf(is.jsonWith({ name: is.text })),
  state: is.choice(DocumentState),
  revision: orNull(is.text),
  issueDate: orNull(is.date),
  dueDate: orNull(is.date),
  assignedUser: orNull(personRef),
}
export type ReportSheet = RowOfShape<typeof sheetShape>
export const sheetColumns: Record<keyof ReportSheet, string> = {
  id: 'd.id',
  documentType: 'd.document_type',
  associateType: 'd.associate_type',
  associateId: 'd.associate_id',
  about: 'd.about',
  number: 'd.number',
  title: 'd.title',
  layout: 'd.layout',
  views: 'd.views',
  state: 'd.state',
  revision: 'd.revision',
  issueDate: 'd.issue_date',
  dueDate: 'd.due_date',
  assignedUser: 'd.assigned_user',
}
