import { ActionIcon, Modal, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RowOf } from '../../model/kit/resource.ts'
import { spaceEquipment, spaceLines } from '../../model/spaces/space-equipment.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { ConflictDialog } from '../kit/form/conflict-dialog.tsx'
import { FormFields } from '../kit/form/controls.tsx'
import { useEntityForm } from '../kit/form/form.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconX } from '../kit/look/icons.ts'
import { useSaveShortcut } from '../kit/look/keys.ts'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { isDialogOpen } from '../kit/look/shortcut.ts'
import { invalidateEntity } from '../kit/request/call.ts'
import { CircuitControl } from './circuit-control.tsx'
import { areaGroupControl } from './level-control.tsx'
import { backToRow } from './line-calls.ts'
import { RackControl } from './rack-control.tsx'
import css from './space.module.css'
import type { Space } from './space-head.tsx'

export type Line = RowOf<typeof spaceEquipment>

interface Props {
  space: Space
  line: Line
  isLocked: boolean
  /** Receives a function that discards the input, or undefined if there is none. */
  onDirty: (discard: (() => void) | undefined) => void
  onClose: () => void
}

export function LineEditor({ space, line, isLocked, onDirty, onClose }: Props) {
  const state = useEntityForm({
    resource: spaceLines,
    row: line,
    isNew: false,
    under: { id: space.id },
    draftName: `line:${line.id}`,
    savedName: line.equipment.model,
    onSaved() {
      void invalidateEntity(spaces.entity, space.id)
      backToRow()
      return undefined
    },
  })
  const { form, isSaving } = state
  const isReadOnly = state.isReadOnly || isLocked
  const isDirty = form.changed.length > 0
  const discard = useRef(form.discard)
  discard.current = form.discard
  useEffect(() => onDirty(isDirty ? () => discard.current() : undefined), [isDirty, onDirty])
  useSaveShortcut(() => !isReadOnly && !isSaving && isDirty && !isDialogOpen() && state.save())
  const catalog = line.unitPriceOverride === null ? line.unitMsrpPrice : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from every control inside
    <div
      className={css.editor}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isDialogOpen()) return
        event.stopPropagation()
        onClose()
        // Waits until the editor has closed, because an open editor follows the focused row.
        setTimeout(backToRow)
      }}
    >
      <div className={css.editorHead}>
        <div>
          <h2>{line.equipment.model}</h2>
          <p>
            {[line.equipment.tag, line.manufacture?.name].filter(Boolean).join(', ')}{' '}
            <Link to={`/equipment/${line.equipment.id}`} className="dna-link">
              In the catalog
            </Link>
          </p>
        </div>
        <ActionIcon aria-label="Close the editor" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {form.wasDraft && (
        <p className={css.draft}>
          Your unsaved changes are still here.{' '}
          <UnstyledButton className="dna-link" onClick={form.discard}>
            Discard them
          </UnstyledButton>
        </p>
      )}
      <form
        noValidate
        aria-label={`Edit ${line.equipment.model}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReadOnly && !isSaving) state.save()
        }}
      >
        <FormFields
          resource={spaceLines}
          form={form}
          params={{ id: space.id }}
          readOnly={isReadOnly}
          sections={[
            [
              '',
              [
                'quantity',
                'unitPriceOverride',
                'areaGroupId',
                'circuitId',
                'rackId',
                'label',
                'provider',
                'installer',
                'installerName',
                'isExisting',
                'notes',
              ],
            ],
          ]}
          controls={{
            areaGroupId: areaGroupControl(space.areaGroups ?? []),
            circuitId: (props) => <CircuitControl {...props} spaceId={space.id} />,
            rackId: (props) => <RackControl {...props} projectId={space.projectId} />,
          }}
        />
        <p className={css.priceNote}>
          {catalog === undefined
            ? `Agreed; extended $${formatNumber(line.extendedMsrpPrice, 2)}.`
            : catalog === 0
              ? 'The catalog has no price.'
              : `Catalog price: $${formatNumber(catalog, 2)}; extended $${formatNumber(line.extendedMsrpPrice, 2)}.`}
        </p>
        {!isReadOnly && (
          <div className={css.editorFoot}>
            <ReasonButton variant="default" reason={!isDirty && 'Nothing has changed'} onClick={form.discard}>
              Discard
            </ReasonButton>
            <ReasonButton type="submit" loading={isSaving} reason={!isDirty && 'Nothing has changed'}>
              Save
            </ReasonButton>
          </div>
        )}
      </form>
      <ConflictDialog resource={spaceEquipment} state={state} />
    </div>
  )
}

export function LineDialog({ onClose, ...props }: Props) {
  return (
    <Modal opened onClose={onClose} fullScreen withCloseButton={false} aria-label="Edit the line">
      <LineEditor {...props} onClose={onClose} />
    </Modal>
  )
}
