import { ActionIcon, Autocomplete, Button, Textarea, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { changeSets, undoChangeSet } from '../../model/activity/change-sets.ts'
import { clients } from '../../model/companies/clients.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatUsd } from '../../model/kit/money.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { messages } from '../../model/kit/rules.ts'
import { projects } from '../../model/projects/projects.ts'
import { readQuickLines } from '../../model/starter/quick-lines.ts'
import { mostQuickRooms, quickStart } from '../../model/starter/starter-calls.ts'
import { spaceTemplates } from '../../model/templates/space-templates.ts'
import { IconX } from '../kit/look/icons.ts'
import { useSaveShortcut } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { PageHead, Picker, ReasonButton } from '../kit/pages.tsx'
import { invalidateEntity, resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSearchText } from '../kit/request/typing-pause.ts'
import css from './starter.module.css'

type Started = ResponseOf<typeof quickStart>
type Missing = Started['rooms'][number]['notFound'][number]

interface RoomInput {
  key: number
  name: string
  templateId: number | null
  list: string
}
const emptyRoom = (key: number): RoomInput => ({ key, name: '', templateId: null, list: '' })

export function QuickStartPage() {
  const [started, setStarted] = useState<Started>()
  return (
    <div className={css.page}>
      <PageHead crumbs={[{ label: 'Opportunities', to: '/opportunities' }]} title="Quick start" />
      {started ? <MissingEquipment started={started} /> : <QuickStartForm onIncomplete={setStarted} />}
    </div>
  )
}

async function undoStart(changeSetId: number) {
  try {
    await request(undoChangeSet, { params: { id: changeSetId } })
    for (const { entity } of [projects, clients, changeSets]) void invalidateEntity(entity)
    toast.success('The project was removed.')
  } catch (error) {
    showError(error)
  }
}

function useQuickStart(onIncomplete: (started: Started) => void) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [client, setClient] = useState('')
  const [building, setBuilding] = useState('')
  const [level, setLevel] = useState('')
  const [rooms, setRooms] = useState([emptyRoom(0)])
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const { mutate, isPending } = useCall(quickStart, {
    invalidates: [projects, clients],
    onDone(started) {
      const { id, rooms: created, changeSetId } = started
      toast.success(`${started.name} created.`, { undo: changeSetId ? () => void undoStart(changeSetId) : undefined })
      if (created.some(({ notFound }) => notFound.length > 0)) return onIncomplete(started)
      const [only, second] = created
      void navigate({ to: only && !second ? `/projects/${id}/spaces/${only.id}` : `/projects/${id}` })
    },
    onError(error) {
      if (!(error instanceof CallError && error.fields)) return false
      setRefused(error.fields)
      return true
    },
  })
  const used = rooms.filter((room) => room.name.trim() || room.templateId !== null || room.list.trim())
  const readRooms = used.map((room) => ({ room, ...readQuickLines(room.list) }))
  const lacks = (value: string) => (isChecked && !value.trim() ? messages.required : undefined)
  const isGood = name.trim() && client.trim() && readRooms.every(({ room, problems }) => room.name.trim() && problems.length === 0)
  function create() {
    setChecked(true)
    setRefused({})
    if (!isGood || isPending) return
    mutate({
      body: {
        name: name.trim(),
        clientName: client.trim(),
        buildingName: building.trim() || null,
        levelName: level.trim() || null,
        rooms: readRooms.map(({ room, lines }) => ({
          name: room.name.trim(),
          templateId: room.templateId,
          lines: lines.map((line) => ({ ...line, tag: null, manufacturer: null })),
        })),
      },
    })
  }
  const changeRoom = (key: number, part: Partial<RoomInput>) =>
    setRooms((all) => all.map((room) => (room.key === key ? { ...room, ...part } : room)))
  return {
    fields: { name, setName, client, setClient, building, setBuilding, level, setLevel },
    rooms,
    changeRoom,
    addRoom: () => setRooms((all) => [...all, emptyRoom(Math.max(...all.map(({ key }) => key), 0) + 1)]),
    removeRoom: (key: number) => setRooms((all) => all.filter((room) => room.key !== key)),
    problemOf: (field: string, value: string) => refused[field]?.[0] ?? lacks(value),
    roomProblem: (room: RoomInput) => {
      const index = used.indexOf(room)
      return index < 0 ? undefined : (refused[`rooms[${index}].name`]?.[0] ?? lacks(room.name))
    },
    create,
    isPending,
  }
}

function QuickStartForm({ onIncomplete }: { onIncomplete: (started: Started) => void }) {
  const start = useQuickStart(onIncomplete)
  const { fields, rooms, problemOf } = start
  useSaveShortcut(start.create)
  function submit(event: FormEvent) {
    event.preventDefault()
    start.create()
  }
  return (
    <form className={css.form} noValidate onSubmit={submit} aria-label="Quick start">
      <section>
        <h2>Project</h2>
        <div className={css.pair}>
          <TextInput
            label="Name"
            required
            data-autofocus
            autoFocus
            maxLength={200}
            value={fields.name}
            error={problemOf('name', fields.name)}
            onChange={({ currentTarget }) => fields.setName(currentTarget.value)}
          />
          <ClientInput value={fields.client} onChange={fields.setClient} error={problemOf('clientName', fields.client)} />
          <TextInput
            label="Building"
            placeholder="Main Building"
            maxLength={200}
            value={fields.building}
            onChange={({ currentTarget }) => fields.setBuilding(currentTarget.value)}
          />
          <TextInput
            label="Level"
            placeholder="Level 1"
            maxLength={200}
            value={fields.level}
            onChange={({ currentTarget }) => fields.setLevel(currentTarget.value)}
          />
        </div>
      </section>
      <section>
        <h2>Rooms</h2>
        {rooms.map((room, index) => (
          <RoomFields
            key={room.key}
            room={room}
            number={index + 1}
            problem={start.roomProblem(room)}
            onChange={(part) => start.changeRoom(room.key, part)}
            onRemove={rooms.length > 1 ? () => start.removeRoom(room.key) : undefined}
          />
        ))}
        <ReasonButton
          variant="default"
          onClick={start.addRoom}
          reason={rooms.length >= mostQuickRooms && `At most ${mostQuickRooms} rooms at once`}
        >
          Another room
        </ReasonButton>
      </section>
      <div className={css.buttons}>
        <Button type="submit" loading={start.isPending}>
          Create project
        </Button>
        <Button component={Link} to="/projects/create" variant="default">
          All fields
        </Button>
      </div>
    </form>
  )
}

/** Takes an existing client or the name of a new one. */
function ClientInput({ value, onChange, error }: { value: string; onChange: (name: string) => void; error?: string }) {
  const search = useSearchText(value)
  const { data } = useRead(resourceCalls(clients).typeHead, { query: { search, itemsPerPage: 10 } }, { isQuiet: true, keepsOld: true })
  const mayCreate = can(clients.permission.create ?? 'internal')
  const names = (data?.items ?? []).map(({ name }) => name)
  const isKnown = names.some((name) => caseFoldedKey(name) === caseFoldedKey(value))
  const isNew = value.trim() !== '' && search === value.trim() && data !== undefined && !isKnown
  return (
    <Autocomplete
      label="Client"
      required
      maxLength={200}
      data={[...new Set(names)]}
      value={value}
      onChange={onChange}
      error={error ?? (isNew && !mayCreate ? 'There is no client with this name.' : undefined)}
      description={isNew && mayCreate ? 'A new client' : mayCreate ? 'Choose one, or type a new name' : 'Choose one'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

interface RoomProps {
  room: RoomInput
  number: number
  problem?: string
  onChange: (part: Partial<RoomInput>) => void
  onRemove?: () => void
}

function RoomFields({ room, number, problem, onChange, onRemove }: RoomProps) {
  const { lines, problems } = readQuickLines(room.list)
  return (
    <fieldset className={css.room} aria-label={`Room ${number}`}>
      <header>
        <TextInput
          label="Room"
          maxLength={200}
          value={room.name}
          error={problem}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Picker
          label="From template"
          placeholder="None"
          resource={spaceTemplates}
          value={room.templateId}
          onChange={(templateId) => onChange({ templateId })}
        />
        {onRemove && (
          <ActionIcon aria-label={`Remove room ${number}`} size={32} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </header>
      <Textarea
        label="Equipment"
        description="One per line: 4 x DIS-75, or cells copied from a sheet with model, quantity, and unit price in dollars."
        autosize
        minRows={2}
        maxRows={12}
        value={room.list}
        onChange={({ currentTarget }) => onChange({ list: currentTarget.value })}
      />
      {lines.length > 0 && problems.length === 0 && <p className={css.read}>{describeLines(lines)}</p>}
      {problems.length > 0 && (
        <ul className={css.problems}>
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

const mostDescribed = 5
function describeLines(lines: ReturnType<typeof readQuickLines>['lines']) {
  const first = lines
    .slice(0, mostDescribed)
    .map(({ model, quantity, unitPrice }) => `${quantity} × ${model}${unitPrice === null ? '' : ` at ${formatUsd(unitPrice)}`}`)
  const more = lines.length - mostDescribed
  return `${formatCount(lines.length, 'line')}: ${first.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

const reasons: Record<Missing['reason'], string> = {
  template: 'was not found, or contains equipment that cannot be added anymore',
  unknown: 'is not in the catalog',
  ambiguous: 'fits several products; add the one you mean in the room',
  deprecated: 'is deprecated and cannot be added',
}

/** Shown after the project was created without some of the equipment. */
function MissingEquipment({ started: { id, name, rooms } }: { started: Started }) {
  const incomplete = rooms.filter(({ notFound }) => notFound.length > 0)
  return (
    <div className={css.form} aria-live="polite">
      <p>
        <b>{name} is created.</b> Some of the equipment was not found. Everything else is in its room.
      </p>
      {incomplete.map((room) => (
        <section key={room.id}>
          <h2>{room.name}</h2>
          <ul className={css.missing}>
            {room.notFound.map(({ row, text, reason }) => (
              <li key={`${row} ${text}`}>
                {row !== null && `Line ${row}: `}
                <b>{text}</b> {reasons[reason]}.
              </li>
            ))}
          </ul>
          <Button component={Link} to={`/projects/${id}/spaces/${room.id}`} variant="default" mt={12}>
            Open {room.name}
          </Button>
        </section>
      ))}
      <div className={css.buttons}>
        <Button component={Link} to={`/projects/${id}`} c="var(--dna-on-accent)">
          Open the project
        </Button>
      </div>
    </div>
  )
}
