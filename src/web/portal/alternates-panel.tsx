import { Checkbox } from '@mantine/core'
import { type ExternalAlternate, externalAlternates, externalChooseAlternate } from '../../model/papers/alternates.ts'
import { AlternateKind } from '../../model/papers/enums.ts'
import { Money } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { Panel } from '../kit/pages.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import css from './portal.module.css'

/** Choices the firm offers, with their difference in price. Left out while there are none. */
export default function AlternatesPanel({ id }: { id: number }) {
  const { data } = useRead(externalAlternates, { params: { id } }, { isQuiet: true })
  const { mutate, isPending } = useCall(externalChooseAlternate, {
    invalidates: [externalAlternates],
    onDone: ({ name, isChosen }) => toast.success(isChosen ? `You have chosen “${name}”.` : `“${name}” is no longer chosen.`),
  })
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Alternates" note="Choose what you would like; prices include installation">
      <ul className={css.alternates}>
        {data.items.map((alternate) => (
          <li key={alternate.id}>
            <Checkbox
              label={`${alternate.code} ${alternate.name}`}
              description={describeAlternate(alternate)}
              checked={alternate.isChosen}
              disabled={isPending || alternate.isApplied}
              onChange={({ currentTarget }) =>
                mutate({
                  params: { id, alternateId: alternate.id },
                  body: { isChosen: currentTarget.checked, rowVersion: alternate.rowVersion },
                })
              }
            />
            <span>
              {alternate.difference > 0 && '+'}
              <Money value={alternate.difference} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function describeAlternate({ kind, description, items, isApplied }: ExternalAlternate) {
  const parts = items.map(
    ({ isAdded, quantity, model, space }) => `${isAdded ? 'adds' : 'leaves out'} ${quantity} × ${model} in ${space.name}`,
  )
  const what = parts.length > 0 ? `${AlternateKind.label(kind)}: ${parts.join(', ')}.` : AlternateKind.label(kind)
  return [description, what, isApplied && 'Already in the design.'].filter(Boolean).join(' ')
}
