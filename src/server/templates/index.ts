import type { Area } from '../area.ts'
import { layoutTemplates, makeLayouts } from './layout-templates.ts'
import { layoutViews } from './layout-views.ts'
import { makeNamingTemplates, namingRoutes, namingTemplates } from './naming-templates.ts'
import { spaceTemplates } from './space-templates.ts'
import { templateRoutes } from './template-calls.ts'
import { togetherRoutes } from './template-concurrency.ts'
import { copyRoutes } from './template-copies.ts'
import { servedAreaGroups, servedLines } from './template-parts.ts'
import { templateLineUndo, templatePlaces } from './template-places.ts'
import { templateSumsSql } from './template-sums.ts'
import { checklistItems, verificationTemplates } from './verification-templates.ts'

export const area: Area = {
  entities: [spaceTemplates, servedAreaGroups, servedLines, namingTemplates, layoutViews, layoutTemplates, verificationTemplates],
  routes: [...copyRoutes, ...templateRoutes, ...togetherRoutes, ...namingRoutes],
  views: { template_names: 'select t.id, t.name from space_templates t', checklist_items: checklistItems },
  program: templateSumsSql,
  async initial(ctx) {
    await makeNamingTemplates(ctx)
    await makeLayouts(ctx)
  },
  undo: [templateLineUndo],
  places: [templatePlaces],
  search: { spaceTemplates: { resource: spaceTemplates, keys: ['name', 'equipmentCount', 'countTemplateUsed'], known: ['name'] } },
}
