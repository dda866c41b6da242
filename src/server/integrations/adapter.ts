import type { LinkedSystem, MsTeamVisibility } from '../../model/integrations/enums.ts'
import type { RemoteProject } from '../../model/integrations/project-links.ts'
import type { Permission } from '../../model/permissions.ts'
import type { Context } from '../kit/request/context.ts'

/** Requested properties, stored until the remote object exists. */
export interface ProjectInput {
  key?: string
  /** The user chose the key, so it is not replaced by another one on conflict. */
  isKeyChosen?: boolean
  name?: string
  description?: string | null
  visibility?: MsTeamVisibility
  tries?: number
}

/** A remote object in our terms. */
export interface There {
  externalId: string
  externalKey: string | null
  name: string
  url: string | null
  visibility: MsTeamVisibility | null
}
/** The finished object, or a delay after which to poll again. */
export interface Made {
  there: There | undefined
  againInSeconds?: number
}
export interface LinkToMake {
  id: number
  projectId: number
  wanted: ProjectInput
  externalId: string | null
}

/** Checks if a project is linked to this remote object or has a pending link that may become it. */
export type IsHeld = (projectId: number, externalId: string) => Promise<boolean>

/** Common interface of external systems that contain a counterpart of a project. All its requests run outside transactions. */
export interface Adapter<A> {
  system: LinkedSystem
  service: 'jira' | 'msTeams'
  entity: string
  view: Permission
  /** Base URL and credentials. Throws when the service is not configured. */
  access(ctx: Context): Promise<A>
  /** Secrets to remove from any text the remote system returns. */
  secretsOf(access: A): readonly string[]
  /** Creates the object or continues creating it. Idempotent. */
  step(access: A, link: LinkToMake): Promise<Made>
  read(access: A, externalId: string): Promise<There | undefined>
  found(access: A, id: string, projectId: number, isHeld: IsHeld): Promise<There | 'taken' | undefined>
  search(access: A, searchText: string): Promise<RemoteProject[]>
  /** Makes a harmless authenticated request. Returns a sentence that names the connected account. */
  test(access: A): Promise<string>
}
