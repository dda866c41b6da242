import { Button, Checkbox, Modal, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { Point } from '../../model/plans/plan-scale.ts'
import { calibratePlan, copyLayout, plans } from '../../model/plans/plans.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'
import type { SpaceChoice } from './plan-side.tsx'
import css from './plans.module.css'
import { refreshPlans } from './refresh-plans.ts'

interface CalibrateProps {
  params: { id: number; itemId: number }
  /** Both ends of a line that the user drew; without them, the scale is typed. */
  line?: readonly [Point, Point]
  onClose: () => void
}
export function CalibrateDialog({ params, line, onClose }: CalibrateProps) {
  const [feet, setFeet] = useState<string | number>('')
  const [scale, setScale] = useState(`1/8" = 1'-0"`)
  const [error, setError] = useState<string>()
  const calibrate = useCall(calibratePlan, {
    invalidates: [plans],
    onDone(plan) {
      void refreshPlans()
      toast.success(`The scale is ${plan.scale}.`)
      onClose()
    },
    onError(failure) {
      setError(failure.message)
      return true
    },
  })
  const send = () => {
    const given = line ? { a: line[0], b: line[1], feet: Number(feet) } : { scale }
    calibrate.mutate({ params, body: given })
  }
  return (
    <Modal opened onClose={onClose} title={line ? 'Distance of the two points' : 'Scale of the drawing'} size={400}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {line ? (
          <NumberInput
            label="Distance, ft"
            data-autofocus
            min={0}
            decimalScale={4}
            value={feet}
            onChange={setFeet}
            error={error}
            withAsterisk
          />
        ) : (
          <TextInput
            label="Scale"
            description={`Copy it from the sheet: 1/8" = 1'-0" or 1:100`}
            data-autofocus
            value={scale}
            onChange={({ currentTarget }) => setScale(currentTarget.value)}
            error={error}
            withAsterisk
          />
        )}
        <div className={css.deeds}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={calibrate.isPending} disabled={line && feet === ''}>
            Calibrate
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface CopyProps {
  params: { id: number; itemId: number }
  spaces: readonly SpaceChoice[]
  fromSpaceId: number | undefined
  onClose: () => void
}
export function CopyDialog({ params, spaces, fromSpaceId, onClose }: CopyProps) {
  const [from, setFrom] = useState<string | null>(fromSpaceId === undefined ? null : String(fromSpaceId))
  const [to, setTo] = useState<string[]>([])
  const [mirror, setMirror] = useState(false)
  const [rotation, setRotation] = useState<string | null>('0')
  const copy = useCall(copyLayout, { onDone: () => void refreshPlans() })
  const { data } = copy
  const options = spaces.map(({ id, label }) => ({ value: String(id), label }))
  const nameOf = (id: number) => spaces.find((space) => space.id === id)?.label ?? ''
  return (
    <Modal opened onClose={onClose} title="Copy the layout of a space" size={520}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          const body = { fromSpaceId: Number(from), toSpaceIds: to.map(Number), mirror, rotation: Number(rotation) }
          copy.mutate({ params, body })
        }}
      >
        <Select label="From" data={options} value={from} onChange={setFrom} searchable withAsterisk />
        <MultiSelect label="To" data={options.filter(({ value }) => value !== from)} value={to} onChange={setTo} searchable withAsterisk />
        <Checkbox label="Mirror left to right" checked={mirror} onChange={({ currentTarget }) => setMirror(currentTarget.checked)} />
        <Select
          label="Turn"
          data={['0', '90', '180', '270'].map((value) => ({ value, label: `${value}°` }))}
          value={rotation}
          onChange={setRotation}
          allowDeselect={false}
        />
        {data && (
          <div role="status">
            <p>{formatCount(data.placed, 'device is placed.', 'devices are placed.')}</p>
            {data.left.length > 0 && (
              <ul className={css.left}>
                {data.left.map(({ spaceId, unitId, reason }) => (
                  <li key={`${spaceId} ${unitId}`}>
                    {nameOf(spaceId)}: {reason}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <div className={css.deeds}>
          <Button variant="default" onClick={onClose}>
            {data ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" loading={copy.isPending} disabled={!from || to.length === 0}>
            Copy
          </Button>
        </div>
      </form>
    </Modal>
  )
}
