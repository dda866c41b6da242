/** What other areas may use of templates. Spaces begin with it, so nothing here looks at them. */
export { namingTemplates } from './naming-templates.ts'
export { atTemplateField, type HeldTemplate, holdTemplate, keepVersion, refuseUnavailable } from './open-template.ts'
export { spaceTemplates } from './space-templates.ts'
export { lineColumns, spaceTemplatesTable, templateVersionsTable } from './templates-tables.ts'
