import type { Area } from '../area.ts'
import { areaGroupRoutes, servedAreaGroups } from './area-groups.ts'
import { buildingRoutes, servedBuildings } from './buildings.ts'
import { guestRoutes } from './guest-spaces.ts'
import { levelRoutes, servedLevels } from './levels.ts'
import { lineAmounts } from './line-amounts.ts'
import { bulkRoutes } from './line-bulk.ts'
import { lineRoutes } from './line-calls.ts'
import { moveRoutes } from './line-moves.ts'
import { togetherRoutes } from './line-together.ts'
import { areaGroupUndo, lineUndo, spaceUndo } from './line-undo.ts'
import { masterQuoteRoutes } from './master-quotes.ts'
import { projectPart } from './project-part.ts'
import { rackRoutes, servedRacks } from './racks.ts'
import { budgetRoutes } from './space-budgets.ts'
import { servedSpaces, spaceRoutes } from './space-calls.ts'
import { equipmentRoutes, servedEquipment } from './space-equipment.ts'
import { spaceSubject } from './space-news.ts'
import { spacePlaces } from './space-places.ts'
import { buildingTrees, livingLines, placedSpaces, projectPlaces } from './space-views.ts'
import { spaces } from './spaces.ts'
import { standingProjects } from './standing.ts'
import { complexityRoutes } from './suggested-complexity.ts'
import { sumsSql } from './sums.ts'
import { unitsSql } from './unit-program.ts'
import { servedUnits } from './units.ts'
import { useRoutes } from './uses.ts'

export const area: Area = {
  entities: [servedBuildings, servedLevels, servedSpaces, servedAreaGroups, servedEquipment, servedUnits, servedRacks],
  routes: [
    ...buildingRoutes,
    ...levelRoutes,
    ...areaGroupRoutes,
    ...lineRoutes,
    ...bulkRoutes,
    ...togetherRoutes,
    ...equipmentRoutes,
    ...masterQuoteRoutes,
    ...moveRoutes,
    ...budgetRoutes,
    ...complexityRoutes,
    ...spaceRoutes,
    ...useRoutes,
    ...rackRoutes,
    ...guestRoutes,
  ],
  views: {
    building_trees: buildingTrees,
    line_amounts: lineAmounts,
    living_lines: livingLines,
    placed_spaces: placedSpaces,
    project_places: projectPlaces,
    standing_projects: standingProjects,
  },
  program: [...sumsSql, ...unitsSql],
  projectPart,
  undo: [lineUndo, areaGroupUndo, spaceUndo],
  places: [spacePlaces],
  inbox: [spaceSubject],
  search: {
    spaces: { of: spaces, keys: ['name', 'spaceNumber', 'projectId', 'project', 'equipmentCount'], known: ['name', 'spaceNumber'] },
  },
}
