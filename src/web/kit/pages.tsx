/** What an area needs for its pages, in one import. */
export { ActivityPanel } from './activity-panel.tsx'
export { hidden } from './controls.tsx'
export { Counter } from './counter.tsx'
export { confirm, FormDialog } from './dialogs.tsx'
export { FormPage, PageHead, Strip } from './form-page.tsx'
export { ListPage } from './list-page.tsx'
export { Panel } from './panel.tsx'
export { PermissionButton } from './permission-button.tsx'
export { MultiPicker, Picker } from './picker.tsx'
export { ReasonButton } from './reason-button.tsx'
export { quantityColumn, RowsPanel } from './rows-panel.tsx'
export {
  AddressSummary,
  Breadcrumbs,
  Code,
  EmptyState,
  IdChip,
  ImageTile,
  Output,
  PhoneLink,
  Skeletons,
  Swatch,
  UserAvatar,
} from './small-parts.tsx'
export { DataTable } from './table.tsx'
