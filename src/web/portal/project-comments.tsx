import { Button, Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CommentSubject } from '../../model/portal/comments.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { Panel } from '../kit/pages.tsx'
import { useList } from '../kit/request/call.ts'
import { type Project, ProjectTab } from '../projects/public.tsx'
import { Comments } from './comments.tsx'
import css from './portal.module.css'
import { aboutOf, roomOfStaff } from './rooms.ts'

const { Space } = CommentSubject.of

/** What is said with people outside about a project. */
export function ProjectCommentsPage() {
  return <ProjectTab title="Comments">{(project) => <ProjectComments project={project} />}</ProjectTab>
}

function ProjectComments({ project }: { project: Project }) {
  const { subject, of }: { subject?: unknown; of?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { data } = useList(spaces, { itemsPerPage: 200, projectId: [project.id] }, { isQuiet: true })
  const about = aboutOf(subject, of)
  const options = (data?.items ?? []).map(({ id, name, spaceNumber }) => ({
    value: String(id),
    label: [spaceNumber, name].filter(Boolean).join(' '),
  }))
  const show = (space: string | null) => void navigate({ to: '.', search: space === null ? {} : { subject: Space, of: Number(space) } })
  return (
    <div className={css.inside}>
      <Panel
        title="Comments"
        note="People outside who may comment on this project read them"
        isFlush
        actions={
          <>
            {about && about.subject !== Space && (
              <Button variant="default" onClick={() => show(null)}>
                All comments
              </Button>
            )}
            <Select
              aria-label="Space"
              placeholder="All comments"
              clearable
              searchable
              data={options}
              value={about?.subject === Space ? String(about.subjectId) : null}
              onChange={show}
            />
          </>
        }
      >
        <Comments
          room={roomOfStaff(project.id)}
          about={about}
          isInside
          empty={about ? 'No comments on this yet.' : 'No comments yet. Choose a space to begin.'}
        />
      </Panel>
    </div>
  )
}
