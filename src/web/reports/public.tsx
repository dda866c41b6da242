export { IssueRevision } from './issue-revision.tsx'
export { RoomBom } from './room-bom.tsx'
