import { Navigate, useParams } from '@tanstack/react-router'
import { leads } from '../../model/projects/leads.ts'
import { projects } from '../../model/projects/projects.ts'
import { LoadError, Skeletons } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { useCan, useMayVisit } from '../kit/request/can.ts'
import { CallError } from '../kit/request/client.ts'

/** Redirects a link with only an id to the project, or to the lead if it is not promoted yet. */
export function ViewProjectPage() {
  const { id = '' } = useParams({ strict: false })
  const params = { id }
  const project = useRead(resourceCalls(projects).read, { params }, { isQuiet: true })
  const isUnknown = project.error instanceof CallError && project.error.status === 404
  const mayVisit = useMayVisit()
  const maySeeLeads = useCan('Leads.View') && mayVisit('/leads/$id')
  const lead = useRead(resourceCalls(leads).read, { params }, { enabled: isUnknown && maySeeLeads, isQuiet: true })

  if (project.data) return <Navigate to={`/projects/${id}`} replace />
  if (lead.data) return <Navigate to={`/leads/${id}`} replace />
  const error = isUnknown && maySeeLeads ? lead.error : project.error
  return (
    <>
      <h1 className="dna-hidden">Project</h1>
      {error ? <LoadError error={error} title="The project" onRetry={() => void project.refetch()} /> : <Skeletons />}
    </>
  )
}
