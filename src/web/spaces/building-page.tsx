import { useParams } from '@tanstack/react-router'
import { buildings as of } from '../../model/spaces/buildings.ts'
import { FormPage, hidden } from '../kit/pages.tsx'
import { isReadOnly, projectCrumbs, useProject } from '../projects/public.tsx'

/** One building: its names, address and notes. */
export function BuildingPage() {
  const { id = '', buildId = '' } = useParams({ strict: false })
  const { data: project } = useProject()
  return (
    <FormPage
      of={of}
      id={buildId}
      under={{ id }}
      crumbs={() => [...(project ? projectCrumbs(project) : []), { label: 'Buildings', to: `/projects/${id}/buildings` }]}
      note={({ levelsCount, spacesCount }) =>
        `${levelsCount} ${levelsCount === 1 ? 'level' : 'levels'}, ${spacesCount} ${spacesCount === 1 ? 'space' : 'spaces'}`
      }
      lock={() => (project && isReadOnly(project) ? 'The project is closed.' : undefined)}
      sections={[['Building', ['name', 'shortName', 'address', 'notes']]]}
      controls={{ order: hidden }}
    />
  )
}
