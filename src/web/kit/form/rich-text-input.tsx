import { Textarea } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../request/lazy-part.ts'
import type { RichTextProps } from './rich-text-control.tsx'

const RichTextControl = lazyPart(async () => ({ default: (await import('./rich-text-control.tsx')).RichTextControl }))

/** Rich text field with a lazily loaded editor. Focus set before the editor loads is retained. */
export function RichTextInput(props: Omit<RichTextProps, 'isEntered'>) {
  const [isIn, setIn] = useState(false)
  const { common } = props
  const early = { ...common, readOnly: true, onFocus: () => setIn(true), onBlur: () => setIn(false) }
  return (
    <Suspense fallback={<Textarea {...early} rows={common.readOnly ? 1 : 6} value="" />}>
      <RichTextControl {...props} isEntered={isIn} />
    </Suspense>
  )
}
