import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { NamingSegmentType } from '../../model/templates/enums.ts'
import { exampleOf, isPadded, type NamingSegment } from '../../model/templates/naming.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { IconGripVertical, IconPlus, IconX } from '../kit/look/icons.ts'
import css from './segments-control.module.css'

const { Text } = NamingSegmentType.of
const most = 20
/** `LevelShortName` as people read it. */
const wordsOf = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const types = NamingSegmentType.values.map(({ value }) => ({ value, label: wordsOf(value) }))
const empty = (type: NamingSegmentType): NamingSegment => ({ type, value: type === Text ? '-' : null, padding: null })

/** The pieces of a name in their order, with the name they make; dragged by the handle or moved with the arrow keys on it. */
export function SegmentsControl({ value, onChange, error, problems = {}, readOnly }: ControlProps<NamingSegment[]>) {
  const segments = value ?? []
  const [dragged, setDragged] = useState<number>()
  const [moved, setMoved] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (moved === undefined) return
    list.current?.querySelectorAll<HTMLElement>('[data-handle]')[moved]?.focus()
    setMoved(undefined)
  }, [moved])

  const set = (at: number, part: Partial<NamingSegment>) =>
    onChange(segments.map((one, place) => (place === at ? { ...one, ...part } : one)))
  function move(from: number, to: number) {
    if (to < 0 || to >= segments.length || from === to) return
    const rest = segments.toSpliced(from, 1)
    onChange(rest.toSpliced(to, 0, segments[from]!))
    setMoved(to)
  }
  return (
    <div>
      <div className={css.example}>
        <span>Example</span>
        <output aria-label="Example">{exampleOf(segments) || '–'}</output>
      </div>
      <ol className={css.list} ref={list} aria-label="Segments">
        {segments.map((segment, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their place
            key={at}
            className={css.segment}
            data-over={dragged !== undefined && dragged !== at ? true : undefined}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== undefined) move(dragged, at)
              setDragged(undefined)
            }}
          >
            {!readOnly && (
              <button
                type="button"
                data-handle
                className={css.handle}
                draggable
                aria-label={`Move ${wordsOf(segment.type)}, segment ${at + 1} of ${segments.length}. Arrow keys move it.`}
                onDragStart={() => setDragged(at)}
                onDragEnd={() => setDragged(undefined)}
                onKeyDown={(event) => {
                  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: segments.length - 1 }[event.key]
                  if (to === undefined) return
                  event.preventDefault()
                  move(at, to)
                }}
              >
                <IconGripVertical size={16} />
              </button>
            )}
            <Select
              aria-label={`Segment ${at + 1}`}
              className={css.type}
              data={types}
              value={segment.type}
              readOnly={readOnly}
              allowDeselect={false}
              error={problems[`[${at}].type`]}
              onChange={(type) => type && type !== segment.type && set(at, empty(type as NamingSegmentType))}
            />
            {segment.type === Text && (
              <TextInput
                aria-label={`Text of segment ${at + 1}`}
                className={css.value}
                value={segment.value ?? ''}
                maxLength={50}
                readOnly={readOnly}
                error={problems[`[${at}].value`]}
                onChange={({ currentTarget }) => set(at, { value: currentTarget.value })}
              />
            )}
            {isPadded(segment.type) && (
              <NumberInput
                aria-label={`Digits of segment ${at + 1}`}
                className={css.value}
                placeholder="Digits"
                min={0}
                max={6}
                allowDecimal={false}
                value={segment.padding ?? ''}
                readOnly={readOnly}
                error={problems[`[${at}].padding`]}
                onChange={(digits) => set(at, { padding: digits === '' ? null : Number(digits) })}
              />
            )}
            {!readOnly && (
              <ActionIcon aria-label={`Remove segment ${at + 1}`} onClick={() => onChange(segments.toSpliced(at, 1))}>
                <IconX size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {!readOnly && segments.length < most && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...segments, empty(NamingSegmentType.of.Text)])}
        >
          Add segment
        </Button>
      )}
    </div>
  )
}
