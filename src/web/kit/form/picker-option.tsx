import type { ReactNode } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { isMissingZero } from '../../../model/kit/field.ts'
import { responseKey } from '../../../model/kit/resource.ts'
import { IconPlus } from '../look/icons.ts'
import { fieldText, refName } from '../parts/columns.tsx'
import css from './picker.module.css'

export interface OptionFacts {
  code?: string
  maker?: string
  price?: string
}

/** Uses the tag as the code. Further details come from the resource's `picker` list. */
export function optionFacts(resource: Resource, item: Readonly<Record<string, unknown>>): OptionFacts {
  const facts: OptionFacts = {}
  if (resource.ref.includes('tag') && item.tag) facts.code = String(item.tag)
  for (const key of resource.picker ?? []) {
    const [, field] = Object.entries(resource.fields).find(([property, one]) => responseKey(property, one) === key) ?? []
    const isUnknown = field && isMissingZero(field, item[key], item)
    if (field?.kind === 'money' && item[key] !== undefined) facts.price = isUnknown ? 'No price' : `$${fieldText(field, item[key])}`
    const owner = item[key]
    if (key === 'manufacture' && typeof owner === 'object' && owner !== null) facts.maker = refName(owner)
  }
  return facts
}

export const NewOptionLine = ({ label }: { label: string }) => (
  <span className={css.option}>
    <IconPlus size={14} />
    {label}
  </span>
)

interface OptionLineProps extends OptionFacts {
  label: string
  picture?: string
  /** Replaces the picture. */
  tile?: ReactNode
}

export function OptionLine({ label, picture, tile, code, maker, price }: OptionLineProps) {
  if (!code && !maker && !price)
    return (
      <span className={css.option}>
        {picture && <img src={picture} alt="" />}
        {label}
      </span>
    )
  return (
    <span className={css.option}>
      <span className={css.tile}>{tile ?? (picture && <img src={picture} alt="" />)}</span>
      <span className={css.names}>
        <span className={css.name}>
          {code && <b>{code}</b>} {label !== code && <span>{label}</span>}
        </span>
        {maker && <small>{maker}</small>}
      </span>
      {price && <span className={css.price}>{price}</span>}
    </span>
  )
}
