import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const ActivityLogType = enumeration('ActivityLogType', {
  Automatic: [1, 'Automatic'],
  Manual: [2, 'Manual'],
  RelatedActions: [3, 'Related Actions'],
})
export type ActivityLogType = ValueOf<typeof ActivityLogType>

export const ActivityEntityType = enumeration('ActivityEntityType', {
  Project: [1, 'Project'],
  Lead: [2, 'Lead'],
  Space: [3, 'Space'],
  SpaceTemplate: [4, 'SpaceTemplate'],
  Equipment: [5, 'Equipment'],
  Manufacturer: [6, 'Manufacturer'],
  Client: [7, 'Client'],
  Company: [8, 'Company'],
  Contract: [9, 'Contract'],
  ResourceOffer: [10, 'ResourceOffer'],
  ResourceShiftRequest: [11, 'ResourceShiftRequest'],
  DrawingDocument: [12, 'DrawingDocument'],
  User: [13, 'User'],
  Role: [14, 'Role'],
})
export type ActivityEntityType = ValueOf<typeof ActivityEntityType>
