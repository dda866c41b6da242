import type { PersonPart } from './access/public.ts'
import type { UndoPart } from './activity/public.ts'
import type { EquipmentPlaces } from './catalog/public.ts'
import type { InboxSubject } from './inbox/public.ts'
import type { Connection } from './integrations/public.ts'
import type { Served } from './kit/entity/served.ts'
import type { Context, Job } from './kit/request/context.ts'
import type { Route } from './kit/request/routes.ts'
import type { ProjectPart } from './projects/public.ts'
import type { Makers } from './reports/public.ts'
import type { Searchables } from './search/public.ts'

/** Everything an area contributes to the app. Its `index.ts` builds it and `areas.ts` lists it. */
export interface Area {
  /** Entities served by the API, each with its own calls and picture upload. */
  entities: readonly Served[]
  routes: readonly Route[]
  jobs?: readonly Job[]
  views?: Readonly<Record<string, string>>
  /** Database functions and triggers, defined in code and recreated when their text changes. */
  program?: readonly string[]
  /** Creates the initial data of a new installation (domain 6.18). Also runs at each later start. */
  initial?(ctx: Context): Promise<void>
  /** Removes expired data every hour. */
  cleaning?(ctx: Context): Promise<void>
  projectPart?: ProjectPart
  personPart?: PersonPart
  /** Special handling for undoing changes of its entities. */
  undo?: readonly UndoPart[]
  /** Tables that reference equipment which can be replaced by other equipment. */
  places?: readonly EquipmentPlaces[]
  inbox?: readonly InboxSubject[]
  search?: Searchables
  /** External services it calls, for connection tests. */
  connections?: readonly Connection[]
  /** Decides access to a file that belongs to no entity row. Returns undefined if the area does not have the file. */
  opensFile?(ctx: Context, fileId: string): Promise<boolean | undefined>
  exports?: Makers
}
