export { IssueDrawings, SheetItems } from './sheet-menu.tsx'
