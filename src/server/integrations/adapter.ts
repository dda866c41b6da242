import type { LinkedSystem, MsTeamVisibility } from '../../model/integrations/enums.ts'
import type { RemoteProject } from '../../model/integrations/project-links.ts'
import type { Permission } from '../../model/permissions.ts'
import type { Context } from '../kit/request/context.ts'

/** What is to be made, until it is there. */
export interface Wanted {
  key?: string
  /** Somebody has chosen the key: it does not give way to another. */
  isKeyChosen?: boolean
  name?: string
  description?: string | null
  visibility?: MsTeamVisibility
  /** How often a thing that is not ready yet was asked for. */
  tries?: number
}

/** A thing in a product of others, in our words. */
export interface There {
  externalId: string
  externalKey: string | null
  name: string
  url: string | null
  visibility: MsTeamVisibility | null
}
/** It is there; or it has begun to be, and is asked for again after a while. */
export interface Made {
  there: There | undefined
  againInSeconds?: number
}
export interface LinkToMake {
  id: number
  projectId: number
  wanted: Wanted
  externalId: string | null
}

/** Whether a project of ours is linked to this there, or has one being made that may be this. */
export type IsHeld = (projectId: number, externalId: string) => Promise<boolean>

/** One interface for every product in which a project of ours has one of its own. All of it is asked outside of transactions. */
export interface Adapter<A> {
  system: LinkedSystem
  service: 'jira' | 'msTeams'
  /** The list that shows its links. */
  entity: string
  view: Permission
  /** Where it is and how we sign in there; refused where that is not set up. */
  access(ctx: Context): Promise<A>
  /** What must not be told, whoever says it back to us. */
  secretsOf(access: A): readonly string[]
  /** Makes what is wanted, or goes on with it. Done twice it makes nothing twice. */
  step(access: A, link: LinkToMake): Promise<Made>
  read(access: A, externalId: string): Promise<There | undefined>
  /** What is to be linked: nothing where it is unknown there, `taken` where it belongs to another project of ours. */
  found(access: A, id: string, projectId: number, isHeld: IsHeld): Promise<There | 'taken' | undefined>
  search(access: A, words: string): Promise<RemoteProject[]>
  /** Something harmless that needs our access; answers in a sentence who we are there. */
  test(access: A): Promise<string>
}
