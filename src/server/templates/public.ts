/** Public interface of templates. Spaces depend on it, so this area must not depend on spaces. */
export { layoutTemplates } from './layout-templates.ts'
export { missingViews, sheetSizeSql, viewsSql } from './layout-views.ts'
export { namingContext, namingTemplates } from './naming-templates.ts'
export {
  atTemplateField,
  ensureTemplateVersion as keepVersion,
  type HeldTemplate,
  holdTemplate,
  refuseUnavailable,
} from './open-template.ts'
export { spaceTemplates } from './space-templates.ts'
export { findUsableTemplates, makeTemplates, takenTemplateNames } from './template-making.ts'
export {
  layoutTemplatesTable,
  namingTemplatesTable,
  sharedLineColumns as lineColumns,
  spaceTemplatesTable,
  templateVersionsTable,
  verificationTemplatesTable,
} from './templates-tables.ts'
