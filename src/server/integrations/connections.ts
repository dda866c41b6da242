import {
  integratedService,
  isServiceKey,
  readIntegrationStatus,
  type ServiceKey,
  testConnection,
} from '../../model/integrations/services.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { HttpError, notFound } from '../kit/request/errors.ts'
import { defineRoute, type ParsedRequest, type ReadOnly, type Route } from '../kit/request/routes.ts'
import type { Adapter } from './adapter.ts'
import { jira } from './jira.ts'
import { msTeams } from './ms-teams.ts'
import { callService, errorMessage, readStatus } from './states.ts'

export interface Connection {
  service: ServiceKey
  /** Reads the settings in a transaction. `test` runs outside any transaction and returns a sentence with the result. */
  open(ctx: Context): Promise<{ secrets: readonly string[]; test(): Promise<string> }>
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    connections: readonly Connection[]
  }
}

const createConnection = <A>(adapter: Adapter<A>): Connection => ({
  service: adapter.service,
  async open(ctx) {
    const access = await adapter.access(ctx)
    return { secrets: adapter.secretsOf(access), test: () => adapter.test(access) }
  },
})
export const connections: Connection[] = [createConnection(jira), createConnection(msTeams)]

export const connectionRoutes: Route[] = [
  defineRoute(readIntegrationStatus, readStatus),
  defineRoute(
    testConnection,
    async (ctx, { params, prepared }) => {
      const { name } = isServiceKey(params.service) ? integratedService(params.service) : { name: params.service }
      if (!ctx.services.extensions.connections.some(({ service }) => service === params.service)) throw notFound('Integration')
      // If the request is invalid, no test has run: reading `prepared` throws the validation error, after the 404 above.
      const after = { ...prepared }
      await recordAudit(ctx, [
        { action: 'IntegrationCall', entity: 'appSettings', entityId: null, entityName: `${name}: connection tested`, after },
      ])
      return prepared
    },
    async ({ params }: ParsedRequest<typeof testConnection>, readOnly: ReadOnly) => {
      const { service, opened, services } = await readOnly(async (ctx) => {
        const connection = ctx.services.extensions.connections.find((item) => item.service === params.service)
        if (!connection) throw notFound('Integration')
        return { service: connection.service, opened: await connection.open(ctx), services: ctx.services }
      })
      try {
        return { isGood: true, message: await callService(services, service, opened.secrets, opened.test) }
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 502) throw error
        return { isGood: false, message: errorMessage(error, opened.secrets) }
      }
    },
  ),
]
