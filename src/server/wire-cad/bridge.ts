import { formatCount } from '../../model/kit/plural.ts'
import type { CadReading } from '../../model/wire-cad/cad-items.ts'
import { readItems } from '../../model/wire-cad/cad-lists.ts'
import { guidIn, parseText } from '../../model/wire-cad/cad-values.ts'
import { asked, type Connection } from '../integrations/public.ts'
import { type ExternalService, requestExternal } from '../kit/external/external-service.ts'
import type { Context, Services } from '../kit/request/context.ts'
import { notConfigured, notFound, upstream } from '../kit/request/errors.ts'
import { settingsOf } from '../settings/public.ts'
import { mergeAndLimit } from './read-files.ts'

const addressKey = 'integrations.wireCad.baseUrl'
const secretKey = 'integrations.wireCad.apiKey'
const linksAtOnce = 500

async function loadBridgeSettings(ctx: Context) {
  const access = await settingsOf(ctx, addressKey, secretKey)
  const [address, secret] = [access[addressKey], access[secretKey]]
  const missing = [...(address ? [] : [addressKey]), ...(secret ? [] : [secretKey])]
  return { address, secret, missing }
}

export async function bridgeStatus(ctx: Context) {
  const { missing } = await loadBridgeSettings(ctx)
  return { isConfigured: missing.length === 0, missing }
}

export async function findBridge(ctx: Context): Promise<ExternalService | undefined> {
  const { address, secret } = await loadBridgeSettings(ctx)
  if (!address || !secret) return undefined
  return { name: 'WireCAD', baseUrl: address.endsWith('/') ? address.slice(0, -1) : address, headers: { 'x-api-key': secret } }
}

export async function requireBridge(ctx: Context): Promise<ExternalService> {
  const bridge = await findBridge(ctx)
  if (!bridge) throw notConfigured('WireCAD', (await loadBridgeSettings(ctx)).missing)
  return bridge
}

const invalidResponse = (detail: string) => upstream('WireCAD sent a response we do not understand.', detail)

export async function projectsThere(bridge: ExternalService): Promise<{ items: { id: string; name: string }[] }> {
  const { status, body } = await requestExternal(bridge, '/projects')
  const rows: unknown = status === 200 ? (body?.items ?? body) : undefined
  if (!Array.isArray(rows)) throw invalidResponse(`Status ${status}`)
  const items = rows.flatMap((row) => {
    const id = guidIn(row?.id ?? row?.guid)
    return id ? [{ id, name: parseText(row?.name, 200) ?? id }] : []
  })
  return { items }
}

export async function equipmentThere(bridge: ExternalService, projectId: string): Promise<CadReading> {
  const { status, body } = await requestExternal(bridge, `/projects/${projectId}/equipment`)
  if (status === 404) throw notFound('WireCAD project')
  const reading = status === 200 ? readItems(body) : undefined
  if (!reading) throw invalidResponse(`Status ${status}`)
  return { ...reading, items: mergeAndLimit(reading.items) }
}

export interface CadLink {
  wireCadId: string
  equipmentId: number
  tag: string
}

/** Sends links to the CAD tool. Idempotent, so it can be repeated. */
export async function postLinks(bridge: ExternalService, projectId: string, links: readonly CadLink[]) {
  for (let at = 0; at < links.length; at += linksAtOnce) {
    const { status } = await requestExternal(bridge, `/projects/${projectId}/links`, {
      method: 'POST',
      body: links.slice(at, at + linksAtOnce),
    })
    if (status === 404) throw notFound('WireCAD project')
    if (status > 299) throw upstream('WireCAD did not accept the links.', `Status ${status}`)
  }
}

/** Calls the bridge and records the outcome for the connection status. */
export const callBridge = <T>(services: Services, bridge: ExternalService, asking: () => Promise<T>): Promise<T> =>
  asked(services, 'wireCad', Object.values(bridge.headers), asking)

export const cadConnection: Connection = {
  service: 'wireCad',
  async open(ctx) {
    const bridge = await requireBridge(ctx)
    return {
      secrets: Object.values(bridge.headers),
      test: async () => `Connected to the bridge; ${formatCount((await projectsThere(bridge)).items.length, 'project')} can be read.`,
    }
  },
}
