import type { PersonPart } from './access/public.ts'
import type { UndoPart } from './activity/public.ts'
import type { EquipmentPlaces } from './catalogue/public.ts'
import type { InboxSubject } from './inbox/public.ts'
import type { Connection } from './integrations/public.ts'
import type { Served } from './kit/entity/served.ts'
import type { Context, Job } from './kit/request/context.ts'
import type { Route } from './kit/request/routes.ts'
import type { ProjectPart } from './projects/public.ts'
import type { Makers } from './reports/public.ts'
import type { Searchables } from './search/public.ts'

/** All that an area brings into the house, as one object: its `index.ts` makes it, `areas.ts` lists it. */
export interface Area {
  /** What is served: each with every call of its own, and the upload of its picture. */
  entities: readonly Served[]
  /** Calls besides those. */
  routes: readonly Route[]
  jobs?: readonly Job[]
  /** What others may read of it in SQL: name → query. Kept as code like the program, which may use all of them. */
  views?: Readonly<Record<string, string>>
  /** Functions and triggers of the database, kept as code and renewed when their text changes. */
  program?: readonly string[]
  /** What a new installation begins with (domain 6.18); also run at each later start. */
  initial?(ctx: Context): Promise<void>
  /** Removes, every hour, what is kept only for a time. */
  cleaning?(ctx: Context): Promise<void>
  /** What it adds to the life of a project. */
  projectPart?: ProjectPart
  /** What it keeps of a person. */
  personPart?: PersonPart
  /** What is special about taking back changes of its entities. */
  undo?: readonly UndoPart[]
  /** Where equipment stands that can be replaced by other. */
  places?: readonly EquipmentPlaces[]
  /** What of it can stand in an inbox. */
  inbox?: readonly InboxSubject[]
  /** What global search finds. */
  search?: Searchables
  /** Products of others it asks, to be tried out. */
  connections?: readonly Connection[]
  /** Whether a file of its things, which are no rows of an entity, is for whoever asks; nothing where none of them has it. */
  opensFile?(ctx: Context, fileId: string): Promise<boolean | undefined>
  /** Files it can make. */
  exports?: Makers
}
