import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { loadStarterCatalog, readStarterCatalog } from '../../model/starter/starter-calls.ts'
import { findLastChangeSet, recordChangeSet } from '../activity/public.ts'
import { countMissingProducts, loadProducts, type NewProduct, productKey, setDefaultCables, undoNeeds } from '../catalog/public.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { type Maker, written } from '../reports/public.ts'
import { makeTemplates, takenTemplateNames } from '../templates/public.ts'
import { findDefaultCables } from './cables.ts'
import { readDevices } from './devices.ts'
import { type Recipe, readRecipes } from './rooms.ts'

const title = 'Loaded the starter catalog'
const cableCategory = 70

interface Starter {
  devices: NewProduct[]
  templates: Recipe[]
}
let read: Starter | undefined

/**
 * Products and templates, read once. Demo prices are left out, because a firm could take them for list prices; so are typical weights, and
 * availabilities that only illustrate the demo.
 */
function readStarter(): Starter {
  const { RequireReview, Available } = EquipmentAvailability
  read ??= {
    devices: readDevices({ hasTypicalWeights: false }).map((device) => ({
      ...device,
      msrpPrice: null,
      availability: device.availability === RequireReview ? RequireReview : Available,
    })),
    templates: readRecipes().flatMap((recipe) => (recipe.template ? [{ ...recipe, name: recipe.template }] : [])),
  }
  return read
}

async function describeStarter(ctx: Context) {
  const { devices, templates } = readStarter()
  const last = await findLastChangeSet(ctx, ChangeSetKind.Import, title)
  return {
    products: devices.length,
    manufacturers: new Set(devices.map(({ manufacturer }) => manufacturer)).size,
    families: new Set(devices.flatMap(({ manufacturer, productFamily }) => (productFamily ? `${manufacturer}/${productFamily}` : []))).size,
    templates: templates.length,
    cables: devices.filter(({ category }) => category === cableCategory).length,
    isLoaded: last !== undefined || (await isComplete(ctx, readStarter())),
    changeSetId: last?.mayUndo ? last.id : null,
  }
}

async function isComplete(ctx: Context, { devices, templates }: Starter): Promise<boolean> {
  const names = templates.map(({ name }) => name)
  return (await countMissingProducts(ctx, devices)) === 0 && (await takenTemplateNames(ctx, names)).size === names.length
}

type Result = 'Created' | 'Already there' | 'Left out'
interface ReportRow {
  kind: 'Product' | 'Space template' | 'Default cable'
  name: string
  manufacturer: string | null
  result: Result
  note: string | null
}

/** Loads what is missing as one change set. Rows that exist stay unchanged, so a second load creates nothing. */
async function loadStarter(ctx: Context): Promise<ReportRow[]> {
  await ctx.run("select pg_advisory_xact_lock(hashtextextended('starter catalog', 0))")
  const { devices, templates } = readStarter()
  const products = await loadProducts(ctx, devices, 'the starter catalog')
  const providers = new Map(devices.map((device) => [productKey(device.manufacturer, device.model), device]))
  const taken = await takenTemplateNames(
    ctx,
    templates.map(({ name }) => name),
  )
  const isTaken = ({ name }: Recipe) => taken.has(caseFoldedKey(name))
  const missingTemplates = templates.filter((recipe) => !isTaken(recipe))
  const templateEntries = await makeTemplates(
    ctx,
    missingTemplates.map((recipe) => ({
      name: recipe.name,
      description: `<p>${recipe.description}</p>`,
      industryType: recipe.industryType,
      defaultComplexity: recipe.complexity,
      areaGroups: recipe.areaGroups.map(({ name, equipment }) => ({
        name,
        lines: equipment.flatMap((pick) => {
          const equipmentId = products.idOf(pick.manufacturer, pick.model)
          if (equipmentId === undefined) return []
          const device = providers.get(productKey(pick.manufacturer, pick.model))
          const provider = pick.provider ?? device?.defaultProvider ?? ProviderCode.AVV
          const installer = pick.installer ?? device?.defaultInstaller ?? InstallerCode.AVV
          return [{ equipmentId, quantity: pick.quantity, provider, installer }]
        }),
      })),
    })),
    'Created from the starter catalog',
  )
  const cableEntries = await setDefaultCables(ctx, findDefaultCables(products.idOf))
  const entries = [...products.entries, ...templateEntries, ...cableEntries]
  const permissions = [
    ...undoNeeds(products.created.length > 0, products.hasNewManufacturers),
    ...(templateEntries.length > 0 ? (['SpaceTemplates.Delete'] as const) : []),
  ]
  await recordChangeSet(ctx, { kind: ChangeSetKind.Import, title, permissions }, entries)
  const productRow = ({ manufacturer, model }: NewProduct, result: Result, note: string | null = null): ReportRow => ({
    kind: 'Product',
    name: model,
    manufacturer,
    result,
    note,
  })
  const templateRow = ({ name, areaGroups }: Recipe, result: Result): ReportRow => {
    const lost = areaGroups
      .flatMap(({ equipment }) => equipment)
      .filter((pick) => products.idOf(pick.manufacturer, pick.model) === undefined)
    const note = result === 'Created' && lost.length > 0 ? `${formatCount(lost.length, 'product')} left out` : null
    return { kind: 'Space template', name, manufacturer: null, result, note }
  }
  return [
    ...products.leftOut.map(({ product, reason }) => productRow(product, 'Left out', reason)),
    ...products.created.map(({ product, note }) => productRow(product, 'Created', note)),
    ...products.present.map((device) => productRow(device, 'Already there')),
    ...missingTemplates.map((recipe) => templateRow(recipe, 'Created')),
    ...templates.filter(isTaken).map((recipe) => templateRow(recipe, 'Already there')),
    ...cableEntries.map(
      ({ entityName }): ReportRow => ({ kind: 'Default cable', name: entityName ?? '', manufacturer: null, result: 'Created', note: null }),
    ),
  ]
}

const columns = [
  { header: 'Kind', width: 16, value: ({ kind }: ReportRow) => kind },
  { header: 'Manufacturer', width: 26, value: ({ manufacturer }: ReportRow) => manufacturer },
  { header: 'Name', width: 34, value: ({ name }: ReportRow) => name },
  { header: 'Result', width: 16, value: ({ result }: ReportRow) => result },
  { header: 'Note', width: 40, value: ({ note }: ReportRow) => note },
]

/** Loads the catalog and reports what happened to each row. */
export const makeStarterCatalog: Maker<'starterCatalog'> = async (making) => {
  const rows = await making.write(async (ctx) => {
    requireAccess(ctx.actor, loadStarterCatalog.permission)
    return loadStarter(ctx)
  })
  making.progress(50)
  const sheet = {
    name: 'Starter catalog',
    columns: columns.map(({ header, width }) => ({ header, width, kind: 'text' as const })),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    freeze: true,
    autoFilter: true,
  }
  return written(making, { sheets: [sheet] })
}

export const starterCatalogRoutes: Route[] = [
  defineRoute(readStarterCatalog, describeStarter),
  defineRoute(loadStarterCatalog, (ctx) =>
    ctx.services.requestFile(ctx, {
      fileName: `Starter catalog ${todayUtc()}.xlsx`,
      templateType: TemplateType.Xlsx,
      category: DownloadTaskCategory.StarterCatalog,
      maker: 'starterCatalog',
      parameters: {},
    }),
  ),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    starterCatalog: Record<string, never>
  }
}
