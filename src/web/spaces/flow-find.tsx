import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type FoundInDrawing, findInDrawing } from '../../model/spaces/diagram-find.ts'
import type { Drawing } from '../../model/spaces/diagram-layout.ts'
import { IconSearch } from '../kit/look/icons.ts'
import css from './flow.module.css'

interface Props {
  drawing: () => Drawing
  onFound: (found: FoundInDrawing | undefined) => void
}

export function FindInFlow({ drawing, onFound }: Props) {
  const [term, setTerm] = useState('')
  const [index, setNth] = useState(0)
  const found = findInDrawing(drawing(), term)
  function show(next: string, at: number) {
    const all = findInDrawing(drawing(), next)
    const position = all.length > 0 ? (at + all.length) % all.length : 0
    setTerm(next)
    setNth(position)
    onFound(all[position])
  }
  const resultText =
    term.trim() === '' ? '' : found.length === 0 ? 'Nothing found' : `${index + 1} of ${found.length.toLocaleString('en-US')}`
  return (
    <search className={css.find}>
      <TextInput
        size="xs"
        type="search"
        aria-label="Find a unit or cable"
        placeholder="Find a unit or cable"
        leftSection={<IconSearch size={14} />}
        value={term}
        onChange={({ currentTarget: { value } }) => show(value, 0)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            show(term, index + (event.shiftKey ? -1 : 1))
          } else if (event.key === 'Escape' && term !== '') {
            event.stopPropagation()
            show('', 0)
          }
        }}
      />
      <span role="status">{resultText}</span>
    </search>
  )
}
