import { siteVisits as siteVisitsModel } from '../../model/site/site-visits.ts'
import { serve } from '../kit/resource/serve.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { checkSiteFiles, loadSiteFiles } from './site-parts.ts'
import { siteVisitsTable } from './site-tables.ts'

export const siteVisits = serve({
  resource: siteVisitsModel,
  table: siteVisitsTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  searchIn: (pattern) => `dna_fold(concat_ws(' ', t.date::text, t.summary, t.weather, array_to_string(t.people, ' '))) like ${pattern}`,
  elsewhere: { photos: 'files, only in the detail' },
  async beforeWrite(ctx, { fileIds }, before) {
    await checkSiteFiles(ctx, fileIds ?? [], before?.fileIds)
    return undefined
  },
  async detail(ctx, { fileIds }) {
    const files = await loadSiteFiles(ctx, fileIds)
    return { photos: files.map(({ id, name, contentType, url }) => ({ id, name, contentType, url })) }
  },
  projectIdOf: (row) => row.projectId,
})
