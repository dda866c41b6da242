import { type ReactNode, useSyncExternalStore } from 'react'
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

/** The open confirmation and its answer. Closing the confirmation ignores the rest of the current key event. */
export function useQuestion() {
  const question = useSyncExternalStore(subscribe, () => openQuestion)
  const answer = (isYes: boolean) => {
    question?.answer(isYes)
    setQuestion(undefined)
    isAnswering = !isYes
    setTimeout(() => {
      isAnswering = false
    })
  }
  return { question, answer }
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

export const DialogFoot = ({ children }: { children: ReactNode }) => <div className={css.foot}>{children}</div>

export const leaveQuestion: Question = {
  title: 'Unsaved changes',
  text: 'You have unsaved changes on this page! leave anyway?',
  verb: 'Leave',
  keep: 'Stay',
  danger: true,
}
