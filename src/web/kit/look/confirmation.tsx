import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { DialogFoot, useQuestion } from './confirm.tsx'
import css from './dialogs.module.css'

/** Mounted once in the app shell; shows the confirmations of `confirm`. */
export default function Confirmation() {
  const { question, answer } = useQuestion()
  const [shown, setShown] = useState(question)
  if (question && question !== shown) setShown(question)
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
