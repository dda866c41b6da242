import { categories } from '../../model/catalog/categories.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { signalTypes } from '../../model/catalog/signal-types.ts'
import type { Resource } from '../../model/kit/description.ts'
import { leads } from '../../model/projects/leads.ts'
import { projects } from '../../model/projects/projects.ts'
import { spaces } from '../../model/spaces/spaces.ts'

/** Resources by kind of log entry: their fields name and format its values. Loaded with the first entry that is opened. */
export const auditResources: Readonly<Record<string, Resource>> = { categories, equipments, leads, projects, signalTypes, spaces }
