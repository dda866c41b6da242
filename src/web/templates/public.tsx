export { SheetPicture } from './sheet-picture.tsx'
export { TemplateDialogs, type TemplateStep } from './template-dialogs.tsx'
export { useTemplateDrift } from './template-drift.tsx'
export { ViewsControl } from './views-control.tsx'
