import { DocumentLayout } from '../../model/templates/enums.ts'
import { SheetSize } from '../../model/templates/layout-templates.ts'
import { layoutViews } from '../../model/templates/layout-views.ts'
import { tooManyViews } from '../../model/templates/layouts.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { usePickerNames } from '../kit/form/picker-names.ts'
import { MultiPicker } from '../kit/pages.tsx'
import { useOrdering } from '../kit/parts/ordering.tsx'
import { SheetPicture } from './sheet-picture.tsx'
import css from './views-control.module.css'

export function ViewsControl({ field, value, onChange, onBlur, error, readOnly, form }: ControlProps<number[] | null> & { form: Form }) {
  const ids = value ?? []
  const nameOf = usePickerNames(layoutViews, ids)
  const layout = DocumentLayout.has(form.values.layout) ? form.values.layout : DocumentLayout.BIMTeamDecided
  const sheetSize = SheetSize.has(form.values.sheetSize) ? form.values.sheetSize : null
  const ordering = useOrdering({
    name: 'views',
    ids,
    nameOf,
    item: 'li',
    isOff: readOnly,
    save(next) {
      onChange([...next])
      return undefined
    },
  })
  return (
    <div className={css.control}>
      <MultiPicker
        resource={layoutViews}
        label={field.label}
        value={ids}
        onChange={(next) => onChange(next.map(Number))}
        onBlur={onBlur}
        error={error ?? tooManyViews(layout, ids.length)}
        readOnly={readOnly}
      />
      {ids.length > 1 &&
        ordering.area(
          <ol className={css.list} aria-label="Order of the views">
            {ordering.ids.map((id, index) => (
              <li key={id} className={css.view}>
                <span className={css.handle}>{ordering.grip(id)}</span>
                {nameOf(id)}
                <span className={css.place}>{index + 1}</span>
              </li>
            ))}
          </ol>,
        )}
      <SheetPicture layout={layout} sheetSize={sheetSize} views={ids.map((id) => ({ name: nameOf(id) }))} />
    </div>
  )
}
