import {
  changeCadItems,
  compareCadRequest,
  exportCadRequest,
  listCadItems,
  listCadProjects,
  readCadStatus,
} from '../../model/wire-cad/request-calls.ts'
import type { Area } from '../area.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { applyJob } from './apply-job.ts'
import { bridgeStatus, cadConnection, callBridge, projectsThere, requireBridge } from './bridge.ts'
import { cadRequests, opensSource, servedCadRequests } from './cad-requests.ts'
import { changeItems } from './change-items.ts'
import { compareRequest } from './compare.ts'
import { makeItemsFile, requestItemsFile } from './items-file.ts'
import { listItems } from './list-items.ts'
import { pullJob } from './pull-job.ts'
import { requestStepRoutes } from './request-steps.ts'
import { requestSubject } from './request-traces.ts'

export const area: Area = {
  entities: [servedCadRequests],
  routes: [
    ...requestStepRoutes,
    defineRoute(listCadItems, async (ctx, { params, query }) => listItems(ctx, await cadRequests.get(ctx, params.id), query)),
    defineRoute(changeCadItems, (ctx, { params, body }) => changeItems(ctx, params.id, body)),
    defineRoute(compareCadRequest, async (ctx, { params, query }) =>
      compareRequest(ctx, await cadRequests.get(ctx, params.id), query.onlyDifferent ?? false),
    ),
    defineRoute(exportCadRequest, (ctx, { params }) => requestItemsFile(ctx, params.id)),
    defineRoute(readCadStatus, bridgeStatus),
    defineRoute(listCadProjects, async (ctx) => {
      const bridge = await requireBridge(ctx)
      // Called after the transaction: no database connection waits for an external server.
      return new CustomResponse(async (reply) => {
        const response = await callBridge(ctx.services, bridge, () => projectsThere(bridge))
        return reply.type('application/json; charset=utf-8').send(response)
      })
    }),
  ],
  jobs: [pullJob, applyJob],
  connections: [cadConnection],
  inbox: [requestSubject],
  opensFile: opensSource,
  exports: { wireCad: makeItemsFile },
}
