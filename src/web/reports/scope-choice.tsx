import { MultiSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ReportScope } from '../../model/reports/enums.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { callsOf, useRead } from '../kit/request/call.ts'
import type { Project } from '../projects/public.tsx'

const { AllSpaces, SelectedSpaces, SelectedLevels } = ReportScope.of

/** Which spaces of the project a paper is about: what is chosen, as the call takes it, and the controls to choose. */
export function useScopeChoice(project: Project) {
  const [scope, setScope] = useState<ReportScope>(AllSpaces)
  const [spaceIds, setSpaceIds] = useState<string[]>([])
  const [levelIds, setLevelIds] = useState<string[]>([])
  const { data } = useRead(callsOf(spaces).query, { query: { projectId: [project.id] } }, { enabled: scope === SelectedSpaces })
  const isEmpty = (scope === SelectedSpaces && spaceIds.length === 0) || (scope === SelectedLevels && levelIds.length === 0)
  const controls = (
    <>
      <SegmentedControl
        aria-label="Spaces"
        value={String(scope)}
        onChange={(value) => setScope(ReportScope.values.find((one) => String(one.value) === value)?.value ?? AllSpaces)}
        data={ReportScope.values.map(({ value, label }) => ({ value: String(value), label }))}
      />
      {scope === SelectedSpaces && (
        <MultiSelect
          label="Spaces"
          searchable
          required
          value={spaceIds}
          onChange={setSpaceIds}
          data={(data?.items ?? []).map(({ id, name, spaceNumber }) => ({
            value: String(id),
            label: [spaceNumber, name].filter(Boolean).join(' '),
          }))}
        />
      )}
      {scope === SelectedLevels && (
        <MultiSelect
          label="Levels"
          searchable
          required
          value={levelIds}
          onChange={setLevelIds}
          data={project.buildings.map((building) => ({
            group: building.name,
            items: building.levels.map(({ id, name }) => ({ value: String(id), label: `${building.name}, ${name}` })),
          }))}
        />
      )}
    </>
  )
  const body = {
    scope,
    spaceIds: scope === SelectedSpaces ? spaceIds.map(Number) : null,
    levelIds: scope === SelectedLevels ? levelIds.map(Number) : null,
  }
  return { controls, body, isEmpty }
}
