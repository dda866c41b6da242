import { spaces } from '../../model/spaces/spaces.ts'
import { ActivityPanel } from '../kit/pages.tsx'
import css from './space.module.css'
import { SpaceTab } from './space-head.tsx'

export function SpaceActivityPage() {
  return (
    <SpaceTab>
      {(space) => (
        <div className={css.main}>
          <ActivityPanel of={spaces} id={space.id} />
        </div>
      )}
    </SpaceTab>
  )
}
