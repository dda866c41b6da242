/** What other areas may use of templates. Spaces begin with it, so nothing here looks at them. */
export { layoutTemplates } from './layout-templates.ts'
export { missingViews, sheetSizeSql, viewsSql } from './layout-views.ts'
export { namingContext, namingTemplates } from './naming-templates.ts'
export { atTemplateField, type HeldTemplate, holdTemplate, keepVersion, refuseUnavailable } from './open-template.ts'
export { spaceTemplates } from './space-templates.ts'
export { layoutTemplatesTable, lineColumns, namingTemplatesTable, spaceTemplatesTable, templateVersionsTable } from './templates-tables.ts'
