import { CommentSubject } from '../../model/portal/comments.ts'
import { Panel } from '../kit/pages.tsx'
import { SpaceTab } from '../spaces/public.tsx'
import { Comments } from './comments.tsx'
import css from './portal.module.css'
import { staffCommentRoom } from './rooms.ts'

export function SpaceCommentsPage() {
  return (
    <SpaceTab>
      {(space, project) => (
        <div className={css.inside}>
          <Panel title="Comments" note="External users who may comment on this project can read them" isFlush>
            <Comments
              room={staffCommentRoom(project.id)}
              about={{ subject: CommentSubject.Space, subjectId: space.id }}
              isInside
              empty="No comments on this space yet."
            />
          </Panel>
        </div>
      )}
    </SpaceTab>
  )
}
