import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accessGroupProjects, accessGroups, externalAccessGroupProjects, externalAccessGroups } from '../../model/access/access-groups.ts'
import { externalUsers } from '../../model/access/users.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { DataTable, EmptyState, FormPage, ListPage, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { MembersControl } from './members-control.tsx'

type Groups = typeof accessGroups | typeof externalAccessGroups

export const AccessGroupsPage = () => (
  <ListPage resource={accessGroups} empty="No access groups yet. Put people into a group once, then add the group to access lists." />
)
export const ExternalAccessGroupsPage = () => (
  <ListPage
    resource={externalAccessGroups}
    empty="No external access groups yet. Put external users into a group once, then add it to the lists of projects and manufacturers."
  />
)
export const AccessGroupPage = () => <GroupPage groups={accessGroups} places={accessGroupProjects} />
export const ExternalAccessGroupPage = () => <GroupPage groups={externalAccessGroups} places={externalAccessGroupProjects} isExternal />

interface Props {
  groups: Groups
  places: typeof accessGroupProjects
  isExternal?: boolean
}

function GroupPage({ groups, places, isExternal }: Props) {
  return (
    <FormPage
      resource={groups as typeof accessGroups}
      note={({ usersCount }) => formatCount(usersCount, 'member')}
      sections={[
        ['Group', ['name', 'description']],
        ['', ['userIds']],
      ]}
      controls={{ userIds: (props) => <MembersControl {...props} resource={isExternal ? externalUsers : undefined} /> }}
      removalImpact={() => 'It is removed from every list it is on.'}
    >
      {({ id }) => <Places call={places} id={id} />}
    </FormPage>
  )
}

type GroupProject = { id: number; name: string; number: string | null; stage: number; client: { id: number; name: string } | null }
const projectHref = ({ id, stage }: GroupProject) => (stage === ProjectStage.Lead ? `/leads/${id}` : `/projects/${id}`)

function Places({ call, id }: { call: typeof accessGroupProjects; id: number }) {
  const [size, setSize] = useState(25)
  const query = { page: 1, itemsPerPage: size }
  const { data, error, refetch, isFetching } = useRead(call, { params: { id }, query }, { keepsOld: true, isQuiet: true })
  const rows: GroupProject[] | undefined = data?.items
  const total = data?.total ?? 0
  return (
    <Panel title="Used by leads and projects" note={data && total.toLocaleString('en-US')} isFlush>
      {error && !rows && <LoadError error={error} title="Leads and projects" onRetry={() => void refetch()} />}
      {rows?.length === 0 && <EmptyState text="No lead or project you can see uses this group." />}
      {rows?.length !== 0 && !(error && !rows) && (
        <DataTable
          label="Leads and projects that use the group"
          rows={rows}
          skeletonRows={3}
          nameOf={({ name }) => name}
          columns={[
            {
              key: 'name',
              label: 'Name',
              tone: 'name',
              cell: (place) => (
                <Link to={projectHref(place)} className="dna-name" data-name>
                  {place.name}
                </Link>
              ),
            },
            { key: 'number', label: 'Number', width: 120, tone: 'quiet', cell: ({ number }) => number },
            { key: 'stage', label: 'Stage', width: 120, cell: ({ stage }) => ProjectStage.label(stage) },
            { key: 'client', label: 'Client', width: 240, tone: 'quiet', cell: ({ client }) => client?.name },
          ]}
        />
      )}
      {rows && rows.length < total && (
        <Button variant="default" m={16} loading={isFetching} onClick={() => setSize(Math.min(200, size + 50))}>
          Show more
        </Button>
      )}
    </Panel>
  )
}
