export { SheetPicture } from './sheet-picture.tsx'
export { TemplateDialogs, type TemplateStep } from './template-dialogs.tsx'
export { TemplateDrift } from './template-drift.tsx'
export { ViewsControl } from './views-control.tsx'
