import { changeSets } from '../../model/activity/change-sets.ts'
import { ListPage } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'

export function ChangeSetsPage() {
  return (
    <ListPage
      resource={changeSets}
      create="no"
      cells={{ isUndone: (isUndone) => (isUndone ? <StateText tone="neutral">Undone</StateText> : null) }}
      empty="Nothing has been changed in bulk yet."
    />
  )
}
