import { projectAccessList, projectExternalAccessList } from '../../model/projects/project-calls.ts'
import { AccessList, InviteToProject } from '../access/public.tsx'
import css from './project.module.css'
import { ProjectTab } from './project-head.tsx'

export function ProjectAccessPage() {
  return (
    <ProjectTab title="Access list">
      {(project) => (
        <div className={css.body}>
          <AccessList
            calls={projectAccessList}
            id={project.id}
            name={project.name}
            empty="The list is empty: everyone who may see projects sees this one."
          />
        </div>
      )}
    </ProjectTab>
  )
}

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
            actions={<InviteToProject id={project.id} />}
            empty="The list is empty: no one outside the firm sees this project."
          />
        </div>
      )}
    </ProjectTab>
  )
}
