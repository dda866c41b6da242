import { projects } from '../../model/projects/projects.ts'
import { mentionsOf } from '../inbox/public.tsx'
import { ActivityPanel } from '../kit/pages.tsx'
import css from './project.module.css'
import { ProjectTab } from './project-head.tsx'

export function ProjectActivityPage() {
  return (
    <ProjectTab title="Activity">
      {(project) => (
        <div className={css.body}>
          <ActivityPanel resource={projects} id={project.id} hasFilters below={mentionsOf(projects, project.id)} />
        </div>
      )}
    </ProjectTab>
  )
}
