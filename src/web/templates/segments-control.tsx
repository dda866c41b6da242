import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { NamingSegmentType } from '../../model/templates/enums.ts'
import { exampleName, isPadded, type NamingSegment } from '../../model/templates/naming.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { IconPlus, IconX } from '../kit/look/icons.ts'
import { useOrdering } from '../kit/parts/ordering.tsx'
import css from './segments-control.module.css'

const { Text } = NamingSegmentType
const most = 20
const splitCamelCase = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const types = NamingSegmentType.values.map(({ value }) => ({ value, label: splitCamelCase(value) }))
const createEmptySegment = (type: NamingSegmentType): NamingSegment => ({ type, value: type === Text ? '-' : null, padding: null })

export function SegmentsControl({ value, onChange, error, problems = {}, readOnly }: ControlProps<NamingSegment[]>) {
  const segments = value ?? []
  // Segments have no id, so their index identifies them.
  const ordering = useOrdering({
    name: 'segments',
    ids: [...segments.keys()],
    nameOf: (at) => segments[at] && `${splitCamelCase(segments[at].type)}, segment ${at + 1} of ${segments.length}`,
    item: 'li',
    isOff: readOnly,
    save(places) {
      onChange(places.flatMap((at) => segments[at] ?? []))
      return undefined
    },
  })
  const set = (at: number, part: Partial<NamingSegment>) =>
    onChange(segments.map((item, place) => (place === at ? { ...item, ...part } : item)))
  return (
    <div>
      <div className={css.example}>
        <span>Example</span>
        <output aria-label="Example">{exampleName(segments) || '–'}</output>
      </div>
      {ordering.area(
        <ol className={css.list} aria-label="Segments">
          {segments.map((segment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their place
            <li key={index} className={css.segment}>
              <span className={css.handle}>{ordering.grip(index)}</span>
              <Select
                aria-label={`Segment ${index + 1}`}
                className={css.type}
                data={types}
                value={segment.type}
                readOnly={readOnly}
                allowDeselect={false}
                error={problems[`[${index}].type`]}
                onChange={(type) => type && type !== segment.type && set(index, createEmptySegment(type))}
              />
              {segment.type === Text && (
                <TextInput
                  aria-label={`Text of segment ${index + 1}`}
                  className={css.value}
                  value={segment.value ?? ''}
                  maxLength={50}
                  readOnly={readOnly}
                  error={problems[`[${index}].value`]}
                  onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
                />
              )}
              {isPadded(segment.type) && (
                <NumberField
                  aria-label={`Digits of segment ${index + 1}`}
                  className={css.value}
                  placeholder="Digits"
                  min={0}
                  max={6}
                  allowDecimal={false}
                  value={segment.padding ?? ''}
                  readOnly={readOnly}
                  error={problems[`[${index}].padding`]}
                  onChange={(digits) => set(index, { padding: digits === '' ? null : Number(digits) })}
                />
              )}
              {!readOnly && (
                <ActionIcon aria-label={`Remove segment ${index + 1}`} onClick={() => onChange(segments.toSpliced(index, 1))}>
                  <IconX size={16} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ol>,
      )}
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
          onClick={() => onChange([...segments, createEmptySegment(NamingSegmentType.Text)])}
        >
          Add segment
        </Button>
      )}
    </div>
  )
}
