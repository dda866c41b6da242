import type { Viewer } from './projects/live-overview.ts'

/** Live events: name → payload (domain 14.1). An event only signals clients to refetch, so a lost event causes only a delay. */
export interface HubEvents {
  /** A download task of the receiver, resent with the same id on each change. */
  SendTask: DownloadTaskEvent
  EntityChanged: {
    entity: string
    id: number | string
    projectId?: number
    action: 'Created' | 'Updated' | 'Deleted' | 'Restored'
    rowVersion?: number
  }
  Notify: { title: string; text: string; link: string | null; kind: 'info' | 'success' | 'warning' | 'error' }
  /** The receiver's role has changed: the session has ended or was renewed. */
  PermissionsUpdated: Record<never, never>
  /** Users who have pages of a project open; sent to all subscribers who can still see it. */
  Presence: { projectId: number; viewers: Viewer[] }
}

export interface DownloadTaskEvent {
  id: number
  createDate: string
  fileName: string
  url: string | null
  status: number
  templateType: number
  downloadTaskCategory: number
  progressPercent: number
  errorMessage: string | null
}

/**
 * Methods a client may call on the hub: `Watch(projectId, place?)` and `Unwatch`. Without `place`, it watches the open live overview.
 * `HasMissed(milliseconds)` returns true if an event was sent to this user in that period, before the connection could receive it.
 */
export type HubMethod = 'Watch' | 'Unwatch' | 'HasMissed'
export const hubPath = '/hubs/notifications'
