import { ActionIcon, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fullName } from '../../model/kit/names.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { createScenario, readScenarios, scenarios } from '../../model/planning/scenarios.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { IconArrowsShuffle } from '../kit/look/icons.ts'
import { useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'

const scenarioPath = (projectId: number, id: number) => `/projects/${projectId}/scenarios/${id}`

export function ScenarioMenu({ projectId }: { projectId: number }) {
  const may = useCan(readScenarios.permission)
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { data } = useRead(readScenarios, { params: { id: projectId } }, { enabled: may, isQuiet: true })
  if (!may) return null
  const me = session().user?.id
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="Scenarios" title="Scenarios">
            <IconArrowsShuffle size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {data?.items.map(({ id, name, changesCount, createdBy }) => (
            <Menu.Item key={id} component={Link} to={scenarioPath(projectId, id)}>
              {name}
              <div className="dna-hint">
                {changesCount === 0 ? 'No changes' : formatCount(changesCount, 'change')}
                {createdBy && createdBy.id !== me && `, by ${fullName(createdBy)}`}
              </div>
            </Menu.Item>
          ))}
          {data && data.items.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setAsked(true)}>Try something out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CallDialog
        call={createScenario}
        resource={scenarios}
        opened={isAsked}
        onClose={() => setAsked(false)}
        title="Open the board as a scenario"
        verb="Open scenario"
        params={{ id: projectId }}
        onDone={({ id }: { id: number }) => void navigate({ to: scenarioPath(projectId, id) })}
      />
    </>
  )
}
