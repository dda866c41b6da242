import { projectAccessList, projectExternalAccessList } from '../../model/projects/project-calls.ts'
import { AccessList } from '../access/public.tsx'
import { can } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'
import css from './project.module.css'
import { type Project, ProjectTab } from './project-head.tsx'

/** Its makers see a lead or project whatever its list says. */
export const isOwn = ({
  createdBy,
  associateConsultant,
  projectManager,
}: Pick<Project, 'createdBy' | 'associateConsultant' | 'projectManager'>) =>
  [createdBy, associateConsultant, projectManager].some((person) => person?.id === session().user?.id)

/** Which colleagues see the project. */
export function ProjectAccessPage() {
  return (
    <ProjectTab title="Access list">
      {(project) => (
        <div className={css.body}>
          <AccessList
            calls={projectAccessList}
            id={project.id}
            name={project.name}
            empty="The list is empty: everybody who may see projects sees this one."
            seesAnyway={can('ProjectAccessList.Update') || isOwn(project)}
          />
        </div>
      )}
    </ProjectTab>
  )
}

/** Who outside the firm sees the project, and what of it. */
export function ProjectExternalAccessPage() {
  return (
    <ProjectTab title="External access">
      {(project) => (
        <div className={css.body}>
          <AccessList
            calls={projectExternalAccessList}
            id={project.id}
            name={project.name}
            title="External access list"
            isExternal
            empty="The list is empty: nobody outside the firm sees this project."
          />
        </div>
      )}
    </ProjectTab>
  )
}
