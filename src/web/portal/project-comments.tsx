import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CommentSubject } from '../../model/portal/comments.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { Picker } from '../kit/form/picker.tsx'
import { Panel } from '../kit/pages.tsx'
import { type Project, ProjectTab } from '../projects/public.tsx'
import { Comments } from './comments.tsx'
import css from './portal.module.css'
import { parseCommentSubject, staffCommentRoom } from './rooms.ts'

const { Space } = CommentSubject

export function ProjectCommentsPage() {
  return <ProjectTab title="Comments">{(project) => <ProjectComments project={project} />}</ProjectTab>
}

function ProjectComments({ project }: { project: Project }) {
  const { subject, of }: { subject?: unknown; of?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const about = parseCommentSubject(subject, of)
  const show = (space: number | null) => void navigate({ to: '.', search: space === null ? {} : { subject: Space, of: space } })
  return (
    <div className={css.inside}>
      <Panel
        title="Comments"
        note="External users who may comment on this project can read them"
        isFlush
        actions={
          <>
            {about && about.subject !== Space && (
              <Button variant="default" onClick={() => show(null)}>
                All comments
              </Button>
            )}
            <Picker
              resource={spaces}
              query={{ projectId: [project.id] }}
              aria-label="Space"
              placeholder="All comments"
              openOnFocus={false}
              value={about?.subject === Space ? about.subjectId : null}
              onChange={show}
            />
          </>
        }
      >
        <Comments
          room={staffCommentRoom(project.id)}
          about={about}
          isInside
          empty={about ? 'No comments on this yet.' : 'No comments yet. Choose a space to begin.'}
        />
      </Panel>
    </div>
  )
}
