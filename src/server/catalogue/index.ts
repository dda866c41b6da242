import type { Route } from '../kit/serve.ts'
import { signalTypes } from './signal-types.ts'

export const entities = [signalTypes]
export const routes: Route[] = entities.flatMap((entity) => entity.routes)
