import { ActionIcon, Button, NativeSelect, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../look/format.tsx'
import { IconChevronLeft, IconChevronRight, IconFileExport, IconPencil, IconTrash, IconX } from '../look/icons.ts'
import { ReasonButton } from '../look/reason-button.tsx'
import { type ListAddress, maxPageSize, pageSizes } from './list-address.ts'
import css from './list-page.module.css'

interface FootProps {
  address: ListAddress
  change: (part: Partial<ListAddress>) => void
  total: number | undefined
  hasWhole?: boolean
}
const sizes = pageSizes.map((size) => ({ value: String(size), label: `${size} rows` }))
const allRowsOption = { value: String(maxPageSize), label: 'All rows' }

export function ListFooter({ address: { page, size }, change, total = 0, hasWhole }: FootProps) {
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, total)
  return (
    <footer className={css.foot}>
      <span>{total > 0 && `${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(total)}`}</span>
      <span className={css.tools}>
        <NativeSelect
          className={css.sizes}
          aria-label="Rows per page"
          size="xs"
          data={hasWhole || size === maxPageSize ? [...sizes, allRowsOption] : sizes}
          value={size}
          onChange={(event) => change({ size: Number(event.currentTarget.value) })}
        />
        <ActionIcon aria-label="Previous page" disabled={page <= 1} onClick={() => change({ page: page - 1 })}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon aria-label="Next page" disabled={to >= total} onClick={() => change({ page: page + 1 })}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </span>
    </footer>
  )
}

interface SelectionBarProps {
  count: number
  total: number | undefined
  onAll: () => void
  onEdit?: () => void
  onEditAll?: () => void
  onExport?: () => void
  onDelete?: () => void
  onClear: () => void
  children?: ReactNode
}

/** Maximum number of rows in one response. */
const mostSelected = 5000

export function SelectionBar({ count, total = 0, onAll, onEdit, onEditAll, onExport, onDelete, onClear, children }: SelectionBarProps) {
  return (
    <div className={css.selection} role="toolbar" aria-label="Selection">
      <span role="status">{formatNumber(count)} selected</span>
      {count < Math.min(total, mostSelected) && (
        <UnstyledButton className={css.action} onClick={onAll}>
          {total > mostSelected ? `Select the first ${formatNumber(mostSelected)}` : `Select all ${formatNumber(total)} matching`}
        </UnstyledButton>
      )}
      <span className={css.tools}>
        {children}
        {(onEdit || onEditAll) && (
          <ReasonButton
            size="xs"
            variant="default"
            leftSection={<IconPencil size={16} />}
            reason={count > 1 && !onEditAll && 'Select one row to edit it'}
            onClick={onEditAll ?? onEdit}
          >
            Edit
          </ReasonButton>
        )}
        {onExport && (
          <Button size="xs" variant="default" leftSection={<IconFileExport size={16} />} onClick={onExport}>
            Export
          </Button>
        )}
        {onDelete && (
          <Button size="xs" variant="default" color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
            Delete
          </Button>
        )}
      </span>
      <ActionIcon aria-label="Clear the selection" onClick={onClear}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}
