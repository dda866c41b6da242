import { readCloseout } from '../../model/site/closeout.ts'
import { readSiteBundle } from '../../model/site/site-bundle.ts'
import { EmptyState, Panel, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { openItems } from './close-warning.ts'
import css from './site.module.css'
import { SiteCapture } from './site-capture.tsx'

export function SitePage() {
  return <ProjectTab title="Site">{(project) => <Site project={project} />}</ProjectTab>
}

function Site({ project }: { project: Project }) {
  const params = { id: project.id }
  const bundle = useRead(readSiteBundle, { params }, { isQuiet: true })
  const mayWrite = can('ProjectNotes.Create') && !isReadOnly(project)
  return (
    <div className={css.page}>
      {mayWrite && bundle.data && <SiteCapture projectId={project.id} bundle={bundle.data} />}
      {mayWrite && !bundle.data && !bundle.error && <Skeletons rows={4} />}
      {mayWrite && !bundle.data && bundle.error && (
        <LoadError error={bundle.error} title="The rooms of the project" onRetry={() => void bundle.refetch()} />
      )}
      {/* Below the form, whose height is known once it is there. */}
      {(!mayWrite || bundle.data || bundle.error) && <CloseoutPanel projectId={project.id} />}
    </div>
  )
}

function CloseoutPanel({ projectId }: { projectId: number }) {
  const closeout = useRead(readCloseout, { params: { id: projectId } }, { isQuiet: true })
  const { data } = closeout
  return (
    <Panel title="Closeout">
      {closeout.error && !data && <LoadError error={closeout.error} title="Closeout" onRetry={() => void closeout.refetch()} />}
      {!data && !closeout.error && <Skeletons rows={3} />}
      {data?.canClose && <EmptyState text="Nothing is open. The project can be closed." />}
      {data && !data.canClose && (
        <ul className={css.open}>
          {openItems(data).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
