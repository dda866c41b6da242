import { Button, type ButtonProps, Checkbox, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import { type EquipmentUse, PlaceKind, replaceEquipment } from '../../model/catalog/equipment-replace.ts'
import type { BodyOf, ResponseOf } from '../../model/kit/call.ts'
import { formatCount, plural } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { refreshTouched, tellOfChangeSet } from '../activity/public.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { Picker, ReasonButton, Skeletons } from '../kit/pages.tsx'
import { EmptyState, LoadError } from '../kit/parts/small-parts.tsx'
import table from '../kit/parts/table.module.css'
import { invalidate, useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { CallError, request } from '../kit/request/client.ts'
import { EquipmentOptionPicture } from './equipment-picture.tsx'
import css from './equipment-replace.module.css'

type Equipment = Pick<RowOf<typeof equipments>, 'id' | 'model'>
type Preview = ResponseOf<typeof replaceEquipment>
type ReplaceInput = BodyOf<typeof replaceEquipment>
const equipmentUseKey = ({ kind, id }: EquipmentUse) => `${kind} ${id}`
const idsByKind = (uses: EquipmentUse[]): ReplaceInput => {
  const { Space, SpaceTemplate, EquipmentGroup } = PlaceKind
  const ids = (kind: PlaceKind) => uses.filter((use) => use.kind === kind).map(({ id }) => id)
  return { spaceIds: ids(Space), spaceTemplateIds: ids(SpaceTemplate), equipmentGroupIds: ids(EquipmentGroup) }
}

interface ReplaceProps {
  equipment: Equipment
  spaceId?: number
  size?: ButtonProps['size']
}

export function ReplaceEquipment({ equipment, spaceId, size }: ReplaceProps) {
  const [isOpen, setOpen] = useState(false)
  if (!can(replaceEquipment.permission)) return null
  return (
    <>
      <Button variant="default" size={size} onClick={() => setOpen(true)}>
        Replace
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Replace ${equipment.model}`} size={760} keepMounted={false}>
        {isOpen && <Replacing equipment={equipment} spaceId={spaceId} onClose={() => setOpen(false)} />}
      </Modal>
    </>
  )
}

function usePreview(body: ReplaceInput, isEnabled: boolean) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['replacing equipment', body],
    queryFn: () => request(replaceEquipment, { body: { ...body, dryRun: true } }),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: (old: Preview | undefined) => old,
    meta: { isQuiet: true },
  })
  return { data: isEnabled ? data : undefined, error, isFetching, refetch }
}

const forbiddenKinds = () => PlaceKind.values.filter(({ needs }) => !can(needs))

function useReplacing(equipmentId: number, spaceId: number | undefined, onDone: () => void) {
  const [newId, setNewId] = useState<number | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [leaveOut, setLeaveOut] = useState<PlaceKind[]>(() => forbiddenKinds().map(({ value }) => value))
  const pair: ReplaceInput = { equipmentId, newEquipmentId: newId ?? undefined, leaveOut }
  const widest: ReplaceInput = spaceId === undefined ? { ...pair, everywhere: true } : { ...pair, spaceIds: [spaceId] }
  const all = usePreview(widest, newId !== null)
  const uses = all.data?.uses ?? []
  const chosen = uses.filter((use) => !left.has(equipmentUseKey(use)))
  const previewQuery = left.size === 0 ? widest : { ...pair, ...idsByKind(chosen) }
  const part = usePreview(previewQuery, newId !== null && left.size > 0)
  const preview = left.size === 0 ? all : part
  const { mutate, isPending } = useCall(replaceEquipment, {
    onDone(done) {
      refreshTouched()
      const placesText = formatCount(done.spaces + done.spaceTemplates + done.equipmentGroups, 'place')
      const dropped = done.droppedPlacements > 0 && `${describeDroppedUnits(done.droppedPlacements)}.`
      tellOfChangeSet([`Replaced in ${placesText}.`, describeLostCables(done.cables), dropped].filter(Boolean).join(' '), done.changeSetId)
      onDone()
    },
    onError(error) {
      if (!(error instanceof CallError) || error.said.detail !== 'stale') return false
      toast.error(error.message)
      void invalidate({ queryKey: ['replacing equipment'] })
      return true
    },
  })
  return {
    newId,
    setNewId,
    left,
    setLeft,
    leaveOut,
    setLeaveOut,
    all,
    uses,
    chosen,
    totals: preview.data,
    isCounting: preview.isFetching || !preview.data,
    isReplacing: isPending,
    replace: (more: Pick<ReplaceInput, 'keepProviders' | 'deleteOld'>) =>
      mutate({ body: { ...previewQuery, ...more, token: preview.data?.token } }),
  }
}
type State = ReturnType<typeof useReplacing>

function Replacing({ equipment, spaceId, onClose }: ReplaceProps & { onClose: () => void }) {
  const [keepProviders, setKeepProviders] = useState(true)
  const [deleteOld, setDeleteOld] = useState(false)
  const state = useReplacing(equipment.id, spaceId, onClose)
  const { newId, all, chosen, isCounting } = state
  return (
    <div className={css.form}>
      <Picker
        resource={equipments}
        tile={EquipmentOptionPicture}
        label="By"
        required
        value={newId}
        onChange={state.setNewId}
        data-autofocus
      />
      {all.error && <LoadError error={all.error} title="The uses" onRetry={() => void all.refetch()} />}
      {newId !== null && !all.data && !all.error && <Skeletons rows={4} />}
      {newId !== null && all.data && (
        <>
          <Mismatches mismatches={all.data.mismatches} />
          <Cables cables={state.totals?.cables ?? []} />
          <Dropped count={state.totals?.droppedPlacements ?? 0} />
          <Places state={state} isOne={spaceId !== undefined} />
          <Checkbox
            size="xs"
            label="Keep the provider and installer of each line"
            checked={keepProviders}
            onChange={(event) => setKeepProviders(event.currentTarget.checked)}
          />
          {spaceId === undefined && can('Equipments.Delete') && (
            <Checkbox
              size="xs"
              label={`Delete ${equipment.model} afterwards`}
              checked={deleteOld}
              onChange={(event) => setDeleteOld(event.currentTarget.checked)}
            />
          )}
          <p className={css.hint}>Agreed prices of these lines are dropped. Closed and archived projects stay as they are.</p>
        </>
      )}
      <DialogFoot>
        <span className={css.totals} role="status">
          {state.totals && state.uses.length > 0 && describeTotals(state.totals)}
        </span>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ReasonButton
          reason={isCounting ? 'The places are still being counted' : chosen.length === 0 && 'Select the places where it is replaced'}
          loading={state.isReplacing}
          onClick={() => state.replace({ keepProviders, deleteOld })}
        >
          Replace in {formatCount(chosen.length, 'place')}
        </ReasonButton>
      </DialogFoot>
    </div>
  )
}

const describeTotals = ({ spaces, quantity, spaceTemplates, equipmentGroups }: Preview) =>
  [
    formatCount(spaces, 'space'),
    formatCount(quantity, 'piece'),
    spaceTemplates > 0 && formatCount(spaceTemplates, 'template'),
    equipmentGroups > 0 && formatCount(equipmentGroups, 'group'),
  ]
    .filter(Boolean)
    .join(', ')

function Mismatches({ mismatches }: { mismatches: Preview['mismatches'] }) {
  if (mismatches.length === 0) return null
  return (
    <section className={css.warning} aria-label="Not the same">
      <b>Not the same</b>
      <ul>
        {mismatches.map(({ what, from, to }) => (
          <li key={what}>
            {what}: {from} → {to}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cables({ cables }: { cables: Preview['cables'] }) {
  if (cables.length === 0) return null
  const lost = cables.filter(({ newPort }) => newPort === null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
    <section className={css.cables} tabIndex={0} aria-label="Cables">
      <b>
        {formatCount(cables.length, 'cable end')}
        {lost.length > 0 && `, ${lost.length.toLocaleString('en-US')} without a port afterwards`}
      </b>
      <ul>
        {[...lost, ...cables.filter(({ newPort }) => newPort !== null)].map(({ connectionId, number, unit, port, newPort }) => (
          <li key={`${connectionId} ${unit} ${port}`} data-lost={newPort === null || undefined}>
            {number}, {unit}: {port} → {newPort ?? 'no compatible port; the cable stays, flagged'}
          </li>
        ))}
      </ul>
    </section>
  )
}

const describeDroppedUnits = (count: number) =>
  `${formatCount(count, 'unit')} no longer ${plural(count, 'fits', 'fit')} in ${plural(count, 'its rack', 'their racks')}`
function Dropped({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <section className={css.warning} aria-label="Racks">
      <b>
        {describeDroppedUnits(count)} and {plural(count, 'leaves it', 'leave them')}
      </b>
    </section>
  )
}

const mostNamed = 5
function describeLostCables(cables: Preview['cables']) {
  const numbers = [...new Set(cables.filter(({ newPort }) => newPort === null).map(({ number }) => number))]
  if (numbers.length === 0) return undefined
  const more = numbers.length - mostNamed
  return `Without a port now: ${numbers.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}.`
}

function Places({ state, isOne }: { state: State; isOne: boolean }) {
  const { uses, left, setLeft } = state
  const flip = (use: EquipmentUse) => {
    const next = new Set(left)
    if (!next.delete(equipmentUseKey(use))) next.add(equipmentUseKey(use))
    setLeft(next)
  }
  return (
    <>
      {!isOne && <Kinds state={state} />}
      {uses.length === 0 ? (
        <EmptyState text="It is not used in any open project, template or group you can change." />
      ) : (
        <Uses {...{ uses, left, flip, setLeft }} />
      )}
    </>
  )
}

function Kinds({ state: { leaveOut, setLeaveOut } }: { state: State }) {
  const forbidden = forbiddenKinds()
  return (
    <>
      <fieldset className={css.kinds}>
        <legend>Replace it in</legend>
        {PlaceKind.values
          .filter(({ needs }) => can(needs))
          .map(({ value, many }) => (
            <Checkbox
              key={value}
              size="xs"
              label={many}
              checked={!leaveOut.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                setLeaveOut(checked ? leaveOut.filter((kind) => kind !== value) : [...leaveOut, value])
              }
            />
          ))}
      </fieldset>
      {forbidden.length > 0 && (
        <p className={css.hint}>
          In {forbidden.map(({ many }) => many.toLowerCase()).join(' and ')} it stays: you are not allowed to change those.
        </p>
      )}
    </>
  )
}

interface UsesProps {
  uses: EquipmentUse[]
  left: ReadonlySet<string>
  flip: (use: EquipmentUse) => void
  setLeft: (left: ReadonlySet<string>) => void
}

function Uses({ uses, left, flip, setLeft }: UsesProps) {
  const isAll = left.size === 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
    <section className={css.uses} tabIndex={0} aria-label="Where it is used">
      <table aria-label="Where it is used">
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                className={table.check}
                aria-label="All places"
                checked={isAll}
                onChange={() => setLeft(isAll ? new Set(uses.map(equipmentUseKey)) : new Set())}
              />
            </th>
            <th scope="col">Place</th>
            <th scope="col">Project</th>
            <th scope="col" className={css.right}>
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {uses.map((use) => (
            <tr key={equipmentUseKey(use)}>
              <td>
                <input
                  type="checkbox"
                  className={table.check}
                  aria-label={`In ${use.name}`}
                  checked={!left.has(equipmentUseKey(use))}
                  onChange={() => flip(use)}
                />
              </td>
              <td>
                <Link to={use.href} target="_blank">
                  {use.name}
                </Link>
                {use.kind !== PlaceKind.Space && <span> {PlaceKind.label(use.kind)}</span>}
              </td>
              <td>{use.project?.name}</td>
              <td className={css.right}>{formatNumber(use.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
