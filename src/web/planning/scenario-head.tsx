import { Button, Modal } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { users } from '../../model/access/users.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { changeScenario, removeScenario, type scenarios } from '../../model/planning/scenarios.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { confirm, MultiPicker } from '../kit/pages.tsx'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import { useCall } from '../kit/request/call.ts'
import css from './scenario.module.css'

type Scenario = RowOf<typeof scenarios>

export function ScenarioHead({ projectId, scenario, isOwn }: { projectId: number; scenario: Scenario; isOwn: boolean }) {
  const navigate = useNavigate()
  const [isShared, setShared] = useState(false)
  const board = `/projects/${projectId}/small-board`
  const remove = useCall(removeScenario, {
    onDone: () => {
      toast.success(`${scenario.name} discarded.`)
      void navigate({ to: board })
    },
  })
  async function throwAway() {
    const text = 'Its changes are lost. What was applied to contracts stays there. This cannot be undone.'
    if (await confirm({ title: `Discard ${scenario.name}?`, text, verb: 'Discard', danger: true }))
      remove.mutate({ params: { id: scenario.id } })
  }
  const people = scenario.sharedWith
  return (
    <header className={css.head}>
      <h2>{scenario.name}</h2>
      <span className="dna-hint">
        {isOwn
          ? people.length === 0
            ? 'Only you see this scenario'
            : 'Shared with'
          : `By ${scenario.createdBy ? userName(scenario.createdBy) : 'someone no longer here'}`}
      </span>
      {isOwn && people.length > 0 && (
        <span className={css.faces} role="img" aria-label={people.map(userName).join(', ')}>
          {people.slice(0, 5).map((person) => (
            <AvatarFace key={person.id} user={person} size={22} />
          ))}
          {people.length > 5 && <small>+{people.length - 5}</small>}
        </span>
      )}
      <div>
        <Button size="xs" variant="default" component={Link} to={board}>
          Back to the board
        </Button>
        {isOwn && (
          <>
            <Button size="xs" variant="default" onClick={() => setShared(true)}>
              Share
            </Button>
            <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void throwAway()}>
              Discard
            </Button>
          </>
        )}
      </div>
      {isShared && <ShareDialog scenario={scenario} onClose={() => setShared(false)} />}
    </header>
  )
}

function ShareDialog({ scenario, onClose }: { scenario: Scenario; onClose: () => void }) {
  const [ids, setIds] = useState<string[]>(scenario.sharedWithIds)
  const [problem, setProblem] = useState<string>()
  const share = useCall(changeScenario, {
    onDone: onClose,
    onError: (error) => {
      setProblem(error.message)
      return true
    },
  })
  const save = () =>
    share.mutate({
      params: { id: scenario.id },
      body: { name: scenario.name, sharedWithIds: ids, rowVersion: scenario.rowVersion },
    })
  return (
    <Modal opened onClose={onClose} title={`Share ${scenario.name}`} size={480}>
      <MultiPicker
        resource={users}
        label="People"
        description="They can see the scenario and the parts of the project that they may see. Only you can change it."
        value={ids}
        onChange={setIds}
        error={problem}
        openOnFocus={false}
        closesOnChoice
        data-autofocus
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={share.isPending} onClick={save}>
          Share
        </Button>
      </DialogFoot>
    </Modal>
  )
}
