import { everyEvent, webhookActions } from '../../model/programs/webhooks.ts'
import type { Served } from '../kit/entity/served.ts'
import { enqueueJobSql } from '../kit/jobs/jobs.ts'

type Action = (typeof webhookActions)[number]

/** `Space template` → `spaceTemplate`: the entity's name in an event. */
const eventWord = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')

/** Entities without webhook events: personal data, or data reported otherwise. */
const quiet = new Set(['savedViews', 'downloadTasks', 'webhooks', 'changeSets'])

export interface EventKind {
  entity: Served
  word: string
}

/**
 * Entities with events, each once even if several lists show it. A name shared by two entities is replaced by the entity key in the
 * singular.
 */
export function eventKinds(entities: readonly Served[]): Map<string, EventKind> {
  const servedByWord = new Map<string, Served>()
  for (const entity of entities) {
    const { permission, entity: key } = entity.resource
    if ((permission.create ?? permission.update) && !quiet.has(key) && !servedByWord.has(key)) servedByWord.set(key, entity)
  }
  const words = [...servedByWord.values()].map(({ resource }) => eventWord(resource.names.one))
  const isShared = (word: string) => words.indexOf(word) !== words.lastIndexOf(word)
  return new Map(
    [...servedByWord].map(([key, entity]) => {
      const word = eventWord(entity.resource.names.one)
      return [key, { entity, word: isShared(word) ? key.replace(/s$/, '') : word }]
    }),
  )
}

export const listEvents = (entities: readonly Served[]) =>
  [...eventKinds(entities).values()]
    .sort((a, b) => a.word.localeCompare(b.word))
    .flatMap(({ word }) => webhookActions.map((action) => ({ event: `${word}.${action}`, kind: word })))

/** Converts events to audit log keys for the trigger: `projects.updated`. */
export function keysOfEvents(entities: readonly Served[], events: readonly string[]): string[] {
  const requestedEvents = new Set(events)
  return [...eventKinds(entities)].flatMap(([entity, { word }]) =>
    webhookActions
      .filter((action) => requestedEvents.has(everyEvent) || requestedEvents.has(`${word}.${action}`))
      .map((action) => `${entity}.${action}`),
  )
}

const happened: Record<Action, readonly string[]> = {
  created: ['Create'],
  updated: ['Update', 'StateChange', 'PermissionChange', 'AccessListChange', 'SettingChange'],
  deleted: ['Delete'],
  restored: ['Restore'],
}
const actionSql = `case ${Object.entries(happened)
  .map(([action, words]) => `when action in (${words.map((word) => `'${word}'`).join(', ')}) then '${action}'`)
  .join(' ')} end`

export const readEventsJob = 'webhook events'

/**
 * Queues jobs by a trigger on the audit log, in the transaction of the change. So no event is lost with a node, and none is sent for a
 * rolled-back change.
 */
export const webhookProgram = [
  `create or replace function tell_webhooks() returns trigger language plpgsql as $f$
begin
  if not exists (select from webhooks where is_active and not is_deleted) then return null; end if;
  ${enqueueJobSql(
    readEventsJob,
    `select jsonb_build_object('actorId', w.owner_id, 'webhookId', w.id, 'events',
      jsonb_agg(jsonb_build_object('auditId', e.id, 'entity', e.entity, 'id', e.entity_id, 'action', e.word, 'date', e.date) order by e.id)) as input
    from (select id, entity, entity_id, date, ${actionSql} as word from added where entity_id is not null and outcome = 'Success') e
      join webhooks w on w.is_active and not w.is_deleted and e.entity || '.' || e.word = any(w.event_keys)
    group by w.id, w.owner_id`,
  )};
  return null;
end $f$`,
  `create or replace trigger webhooks_after_audit after insert on audit_log referencing new table as added for each statement execute function tell_webhooks()`,
]
