import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useCutText } from './cut-text.ts'
import css from './dialogs.module.css'

interface Question {
  title: string
  text?: ReactNode
  verb: string
  keep?: string
  danger?: boolean
}

let openQuestion: (Question & { answer: (isYes: boolean) => void }) | undefined
let isAnswering = false
const watchers = new Set<() => void>()
function setQuestion(next: typeof openQuestion) {
  openQuestion = next
  for (const watcher of watchers) watcher()
}
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Shows a confirmation and resolves to true if the user confirms. Requires `<Dialogs />` on the page. */
export function confirm(question: Question): Promise<boolean> {
  // The key that answers a confirmation also reaches the dialog below, which would ask again.
  if (openQuestion || isAnswering) {
    openQuestion?.answer(false)
    setQuestion(undefined)
    return Promise.resolve(false)
  }
  // Waits until the current key event is over, because it would close the confirmation as well.
  return new Promise((answer) => setTimeout(() => setQuestion({ ...question, answer })))
}

/** Mounted once in the app shell; shows the confirmations of `confirm`. Separate from the forms to keep the shell small. */
export function Dialogs() {
  const question = useSyncExternalStore(subscribe, () => openQuestion)
  useCutText()
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
  const answer = (isYes: boolean) => {
    question?.answer(isYes)
    setQuestion(undefined)
    isAnswering = !isYes
    setTimeout(() => {
      isAnswering = false
    })
  }
  return (
    <Modal zIndex={300} opened={question !== undefined} onClose={() => answer(false)} title={shown?.title} size={440}>
      <div className={css.text}>{shown?.text}</div>
      <DialogFoot>
        <Button variant="default" onClick={() => answer(false)}>
          {shown?.keep ?? 'Cancel'}
        </Button>
        <Button color={shown?.danger ? 'red' : undefined} onClick={() => answer(true)} data-autofocus>
          {shown?.verb}
        </Button>
      </DialogFoot>
    </Modal>
  )
}

export const DialogFoot = ({ children }: { children: ReactNode }) => <div className={css.foot}>{children}</div>

export const leaveQuestion: Question = {
  title: 'Unsaved changes',
  text: 'You have unsaved changes on this page! leave anyway?',
  verb: 'Leave',
  keep: 'Stay',
  danger: true,
}
