import type { Viewer } from './projects/live-overview.ts'

/** Live events: name → payload (domain 14.1). An event only says "look again", so a lost one costs nothing but delay. */
export interface HubEvents {
  /** A download task of the receiver, sent again with the same id at each change. */
  SendTask: DownloadTaskEvent
  /** Something the receiver may see has changed. */
  EntityChanged: {
    entity: string
    id: number | string
    projectId?: number
    action: 'Created' | 'Updated' | 'Deleted' | 'Restored'
    rowVersion?: number
  }
  Notify: { title: string; text: string; link: string | null; kind: 'info' | 'success' | 'warning' | 'error' }
  /** The receiver's role has changed: their session is over, or they hold a fresh one. */
  PermissionsUpdated: Record<never, never>
  /** Who has pages of a project open; sent to all who watch it and still see it. */
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
 * What a client may ask of the hub: `Watch(projectId, place?)`, `Unwatch`; without a place it is the live overview that is open.
 * `HasMissed(milliseconds)` answers whether anything was said to this person in that time, before the connection could hear it.
 */
export type HubMethod = 'Watch' | 'Unwatch' | 'HasMissed'
export const hubPath = '/hubs/notifications'
