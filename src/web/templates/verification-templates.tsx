import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { VerificationCategory } from '../../model/templates/enums.ts'
import { verificationTemplates } from '../../model/templates/verification-templates.ts'
import type { ControlProps, Controls, Section } from '../kit/form/controls.tsx'
import { FormDialog, ListPage } from '../kit/pages.tsx'

interface Item {
  key: string
  name: string
  /** Undefined for an unknown code; the server reports its line. */
  category: VerificationCategory | undefined
  method: string | null
  expected: string | null
  unit: string | null
}

/** One test per line: key, test, category code, method, expected value, and unit, separated by tabs or bars. */
function readItems(text: string): Item[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [key = '', name = '', code = '', method = '', expected = '', unit = ''] = line.split(/\t|\|/).map((cell) => cell.trim())
      const category = VerificationCategory.values.find((entry) => entry.code === code.toUpperCase())?.value
      return { key, name, category, method: method || null, expected: expected || null, unit: unit || null }
    })
}
function writeItem({ key, name, category, method, expected, unit }: Item): string {
  const code = VerificationCategory.values.find(({ value }) => value === category)?.code ?? ''
  const cells = [key, name, code, method ?? '', expected ?? '', unit ?? '']
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | ')
}
const writeItems = (items: readonly Item[]) => items.map(writeItem).join('\n')

const codes = VerificationCategory.values.map(({ code }) => code).join(', ')

function ItemsControl({
  value,
  error,
  readOnly,
  onChange,
  problems = {},
}: ControlProps<Item[] | null> & { problems?: Record<string, string> }) {
  const [text, setText] = useState(() => writeItems(value ?? []))
  const lines = Object.entries(problems).map(([path, message]) => `${path}: ${message}`)
  return (
    <Textarea
      label="Tests"
      description={`One per line: key | test | category | method | expected | unit. Paste from a spreadsheet. Categories: ${codes}.`}
      autosize
      minRows={6}
      maxRows={20}
      required
      readOnly={readOnly}
      value={text}
      error={[error, ...lines].filter(Boolean).join(' ') || undefined}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(readItems(event.currentTarget.value))
      }}
    />
  )
}

const sections: Section<typeof verificationTemplates.fields>[] = [['', ['name', 'items']]]
const controls: Controls<typeof verificationTemplates.fields> = { items: (props) => <ItemsControl {...props} /> }

export function VerificationTemplatesPage() {
  const [edited, setEdited] = useState<number>()
  return (
    <>
      <ListPage
        resource={verificationTemplates}
        title="Verification templates"
        create="dialog"
        sections={sections}
        controls={controls}
        onOpen={({ id }) => setEdited(id)}
        countWords={({ total }) => formatCount(total, 'checklist')}
        empty="No checklists yet. A space template names the tests that its spaces get in construction."
      />
      <FormDialog
        resource={verificationTemplates}
        id={edited}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        sections={sections}
        controls={controls}
      />
    </>
  )
}
