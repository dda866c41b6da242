import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { Fragment, useState } from 'react'
import { formatUsd } from '../../model/kit/money.ts'
import type { Derivation } from '../../model/projects/money.ts'
import { IconInfoCircle } from '../kit/look/icons.ts'
import css from './how-it-adds-up.module.css'

interface Props {
  of: string
  /** Evaluated only on open, because a page has many totals. */
  how: () => Derivation[]
}

/** Button beside a total that lists the amounts it adds up to. Works with pointer, touch and keyboard. */
export function HowItAddsUp({ of, how }: Props) {
  const [isOpen, setOpen] = useState(false)
  const label = `How ${of} adds up`
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="How this adds up" disabled={isOpen}>
          <ActionIcon
            variant="transparent"
            size={24}
            className={css.ask}
            aria-label={label}
            onClick={() => setOpen(!isOpen)}
            // The popover takes focus a moment after it opens. Escape before that reaches the button.
            onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          >
            <IconInfoCircle size={14} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {isOpen && (
          <div className={css.told} data-autofocus tabIndex={-1}>
            <h2>How this adds up</h2>
            {how().map((derivation) => (
              <Parts key={derivation.label} derivation={derivation} />
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const Parts = ({ derivation: { label, total, parts } }: { derivation: Derivation }) => (
  <dl>
    {parts.map(({ label, amount, how }) => (
      <Fragment key={label}>
        <dt>
          {label}
          {how && <small>{how}</small>}
        </dt>
        <dd>{formatUsd(amount)}</dd>
      </Fragment>
    ))}
    <dt className={css.total}>{label}</dt>
    <dd className={css.total}>{formatUsd(total)}</dd>
  </dl>
)
