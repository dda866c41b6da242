/** What other areas may use of templates. */
export { namingTemplates } from './naming-templates.ts'
export {
  type HeldTemplate,
  holdTemplate,
  keepVersion,
  readContents,
  readVersions,
  refuseUnavailable,
  type StoredLine,
  type TemplateContents,
} from './open-template.ts'
export { recordOnTemplate, spaceTemplates } from './space-templates.ts'
export { makeTemplate } from './template-copies.ts'
export { lineColumns, spaceTemplatesTable, templateVersionsTable } from './templates-tables.ts'
