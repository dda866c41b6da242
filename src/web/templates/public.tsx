/** What the page of a space says of templates. */
export { TemplateDialogs, type TemplateStep } from './template-dialogs.tsx'
export { TemplateDrift } from './template-drift.tsx'
