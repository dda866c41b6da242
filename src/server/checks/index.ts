import type { Area } from '../area.ts'
import { checkRoutes } from './design-check.ts'
import { findingFileRoutes, makeFindings } from './findings-file.ts'

export const area: Area = { entities: [], routes: [...checkRoutes, ...findingFileRoutes], exports: { findings: makeFindings } }
