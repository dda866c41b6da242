export { hidden } from './form/controls.tsx'
export { Counter } from './form/counter.tsx'
export { confirm, FormDialog } from './form/dialogs.tsx'
export { FormPage } from './form/form-page.tsx'
export { PageHead, PageNotice as Strip } from './form/page-head.tsx'
export { MultiPicker, Picker } from './form/picker.tsx'
export { ActivityPanel } from './list/activity-panel.tsx'
export { ListPage } from './list/list-page.tsx'
export { quantityColumn, RowsPanel } from './list/rows-panel.tsx'
export { ReasonButton } from './look/reason-button.tsx'
export { Panel } from './parts/panel.tsx'
export {
  AddressSummary,
  Breadcrumbs,
  Code,
  ComputedValue as Output,
  EmptyState,
  IdChip,
  ImageTile,
  PhoneLink,
  Skeletons,
  Swatch,
  UserAvatar,
} from './parts/small-parts.tsx'
export { DataTable } from './parts/table.tsx'
export { PermissionButton } from './request/permission-button.tsx'
