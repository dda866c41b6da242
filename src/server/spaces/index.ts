import type { Area } from '../area.ts'
import { areaGroupRoutes, servedAreaGroups } from './area-groups.ts'
import { buildingRoutes, servedBuildings } from './buildings.ts'
import { circuits } from './circuits.ts'
import { conduits } from './conduits.ts'
import { connectionRoutes } from './connection-actions.ts'
import { connectionsSql } from './connection-triggers.ts'
import { connectionSignals, livingUnits, projectConduits, wiredConnections } from './connection-views.ts'
import { servedConnections } from './connections.ts'
import { diagramRoutes } from './diagram.ts'
import { distanceRoutes } from './distances.ts'
import { levelRoutes, levels } from './levels.ts'
import { lineAmounts } from './line-amounts.ts'
import { bulkRoutes } from './line-bulk.ts'
import { lineRoutes } from './line-calls.ts'
import { togetherRoutes } from './line-concurrency.ts'
import { moveRoutes } from './line-moves.ts'
import { areaGroupUndo, connectionUndo, lineUndo, spaceUndo } from './line-undo.ts'
import { masterQuoteRoutes } from './master-quotes.ts'
import { projectPart } from './project-part.ts'
import { blankRoutes } from './rack-blanks.ts'
import { rackUndo } from './rack-undo.ts'
import { rackRoutes, racks } from './racks.ts'
import { standingProjects } from './report-snapshot.ts'
import { budgetRoutes } from './space-budgets.ts'
import { servedSpaces, spaceRoutes } from './space-calls.ts'
import { equipmentRoutes, servedEquipment } from './space-equipment.ts'
import { spaceSubject } from './space-news.ts'
import { spacePlaces } from './space-places.ts'
import {
  buildingTrees,
  livingLines,
  placedLevels,
  placedSpaces,
  placedUnits,
  projectCircuits,
  projectPlaces,
  projectRacks,
  storedLines,
} from './space-views.ts'
import { spaces } from './spaces.ts'
import { complexityRoutes } from './suggested-complexity.ts'
import { sumsSql } from './sums.ts'
import { unitsSql } from './unit-triggers.ts'
import { servedUnits } from './units.ts'
import { useRoutes } from './uses.ts'

export const area: Area = {
  entities: [
    servedBuildings,
    levels,
    servedSpaces,
    servedAreaGroups,
    circuits,
    servedEquipment,
    servedUnits,
    racks,
    conduits,
    servedConnections,
  ],
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
    ...blankRoutes,
    ...connectionRoutes,
    ...distanceRoutes,
    ...diagramRoutes,
  ],
  views: {
    building_trees: buildingTrees,
    connection_signals: connectionSignals,
    line_amounts: lineAmounts,
    living_units: livingUnits,
    living_lines: livingLines,
    stored_lines: storedLines,
    placed_levels: placedLevels,
    placed_spaces: placedSpaces,
    placed_units: placedUnits,
    project_circuits: projectCircuits,
    project_conduits: projectConduits,
    project_places: projectPlaces,
    project_racks: projectRacks,
    wired_connections: wiredConnections,
    standing_projects: standingProjects,
  },
  program: [...sumsSql, ...connectionsSql, ...unitsSql],
  projectPart,
  undo: [lineUndo, areaGroupUndo, spaceUndo, connectionUndo, rackUndo],
  places: [spacePlaces],
  inbox: [spaceSubject],
  search: {
    spaces: { resource: spaces, keys: ['name', 'spaceNumber', 'projectId', 'project', 'equipmentCount'], known: ['name', 'spaceNumber'] },
  },
}
