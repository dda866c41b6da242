import { Menu } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatUsd, sumMoney } from '../../model/kit/money.ts'
import { formatCount, plural } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { computeTotalPrice, howTotalPrice } from '../../model/projects/money.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { bulkDeleteSpaces, spaceBudgets } from '../../model/spaces/space-calls.ts'
import type { OverLimit } from '../../model/spaces/space-limits.ts'
import { type SpaceGroup, SpaceGrouping, spaces } from '../../model/spaces/spaces.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import type { Grouping } from '../kit/list/list-page.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconCopy } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { hidden, ListPage } from '../kit/pages.tsx'
import css from '../kit/parts/cards.module.css'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { invalidateEntity, resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { HowItAddsUp, isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { CloneSpace } from './clone-space.tsx'
import { hiddenInForms, levelControl } from './level-control.tsx'
import { OverMark, OverNote } from './over-limit.tsx'

const { Level, Building, None } = SpaceGrouping
const grouping: Grouping<typeof spaces> = {
  parameter: 'groupBy',
  start: Level,
  options: [
    { value: Level, label: 'By level', keyOf: ({ level }) => level.id, sort: ['building', 'level'] },
    { value: Building, label: 'By building', keyOf: ({ building }) => building.id, sort: ['building'] },
    { value: None, label: 'No groups', sort: [] },
  ],
  sums: {
    area: ({ area }: SpaceGroup) => (area > 0 ? formatNumber(area) : '–'),
    equipmentCount: ({ equipmentCount }: SpaceGroup) => formatNumber(equipmentCount ?? 0),
    totalMsrpPrice: ({ totalMsrpPrice }: SpaceGroup) => formatNumber(totalMsrpPrice ?? 0, 2),
  },
  total: (groups: SpaceGroup[]) => ({
    area: groups.reduce((sum, { area }) => sum + area, 0),
    equipmentCount: groups.reduce((sum, { equipmentCount }) => sum + equipmentCount, 0),
    totalMsrpPrice: sumMoney(groups.map(({ totalMsrpPrice }) => totalMsrpPrice)),
  }),
  groupLabel: ({ area, equipmentCount, totalMsrpPrice }: SpaceGroup) =>
    [area > 0 && `${formatNumber(area)} sq ft`, formatCount(equipmentCount, 'piece'), `${formatUsd(totalMsrpPrice)} MSRP`]
      .filter(Boolean)
      .join(', '),
}
const isHidden = { isHidden: true }
const mostAtOnce = 200

async function removeMany(rooms: { id: number }[]): Promise<boolean> {
  if (rooms.length > mostAtOnce) {
    toast.error(`At most ${mostAtOnce} spaces can be deleted at once.`)
    return false
  }
  const { restore } = resourceCalls(spaces)
  const mayRestore = can(restore?.permission)
  const isSure = await confirm({
    title: `Delete ${formatCount(rooms.length, 'space')}?`,
    text: `Their equipment no longer counts toward totals. ${mayRestore ? 'You can undo this now, or later under Restore.' : 'Anyone with restore permission can bring them back.'}`,
    verb: 'Delete',
    danger: true,
  })
  if (!isSure) return false
  try {
    await request(bulkDeleteSpaces, { body: { ids: rooms.map(({ id }) => id) } })
  } catch (error) {
    showError(error)
    return false
  }
  void invalidateEntity(spaces.entity)
  async function undo() {
    if (!restore) return
    for (const { id } of rooms) await request(restore, { params: { id }, body: { name: null } }).catch(showError)
    void invalidateEntity(spaces.entity)
  }
  toast.success(`${formatCount(rooms.length, 'space')} deleted.`, { undo: mayRestore ? () => void undo() : undefined })
  return true
}

function useSpacesOver(): Map<number, OverLimit[]> {
  const { id = '' } = useParams({ strict: false })
  const { data } = useRead(spaceBudgets, { params: { id } }, { isQuiet: true, enabled: can(spaceBudgets.permission) })
  return useMemo(() => new Map(data?.spacesOver.map((space) => [space.id, space.over])), [data])
}

/** The tab counts only spaces included in totals and reports; the list also has canceled and archived ones. */
function countOfSpaces(total: number, inSums = total): string {
  const rest = total - inSums
  return rest > 0 ? `${formatCount(inSums, 'space')}, ${rest.toLocaleString('en-US')} canceled or archived` : formatCount(total, 'space')
}

/** Level and template of the space created last, by project: the next one is often beside it. */
const lastChoices = new Map<number, { levelId?: number; spaceTemplateId?: number }>()

export function SpacesPage() {
  const [cloned, setCloned] = useState<{ space: RowOf<typeof spaces>; where: 'here' | 'elsewhere' }>()
  const over = useSpacesOver()
  return (
    <ProjectTab title="Spaces">
      {(project) => (
        <>
          <ListPage
            cells={{
              status: (status, space) => (
                <>
                  <ChoiceText options={SpaceStatus} value={status} />
                  {over.has(space.id) && <OverMark over={over.get(space.id) ?? []} />}
                </>
              ),
            }}
            columnWidths={{ status: 140 }}
            countWords={({ total, isNarrowed }) => countOfSpaces(total, isNarrowed ? undefined : project.spaceCount)}
            resource={spaces}
            query={{ projectId: [project.id] }}
            under={{ id: project.id }}
            filters={{ projectId: isHidden, groupBy: isHidden }}
            grouping={grouping}
            create={isReadOnly(project) ? 'no' : 'dialog'}
            rowHref={(space) => `/projects/${project.id}/spaces/${space.id}`}
            preset={{ projectId: project.id, levelId: project.buildings[0]?.levels[0]?.id, ...lastChoices.get(project.id) }}
            onSaved={({ level, spaceTemplate }) => lastChoices.set(project.id, { levelId: level?.id, spaceTemplateId: spaceTemplate?.id })}
            opensCreated
            sections={[['', ['name', 'spaceNumber', 'levelId', 'spaceTemplateId', 'area', 'capacity', 'complexity']]]}
            controls={{
              ...hiddenInForms,
              levelId: levelControl(project.buildings),
              imageUrl: hidden,
              description: hidden,
              notes: hidden,
              limits: hidden,
            }}
            card={(space, groupedBy) => <SpaceCard {...{ space, project, groupedBy }} over={over.get(space.id)} />}
            hasOneRow
            empty="No spaces yet. Create the first one."
            removeMany={removeMany}
            rowMenu={(space) =>
              can('Projects.Update') && (
                <>
                  {!isReadOnly(project) && (
                    <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => setCloned({ space, where: 'here' })}>
                      Clone
                    </Menu.Item>
                  )}
                  <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => setCloned({ space, where: 'elsewhere' })}>
                    Clone to project
                  </Menu.Item>
                </>
              )
            }
          />
          {cloned && (
            <CloneSpace space={cloned.space} project={project} where={cloned.where} onClose={() => setCloned(undefined)} staysOpen />
          )}
        </>
      )}
    </ProjectTab>
  )
}

interface CardProps {
  space: RowOf<typeof spaces>
  project: Project
  over: OverLimit[] | undefined
  groupedBy: string | undefined
}

function SpaceCard({ space, project: { installationFactor }, over, groupedBy }: CardProps) {
  const { totalMsrpPrice } = space
  // The head of the group already names the building or the level.
  const place = [groupedBy === None && space.building?.name, groupedBy !== Level && space.level?.name].filter(Boolean)
  return (
    <div className={css.frame}>
      <Link to={`/projects/${space.projectId}/spaces/${space.id}`} className={css.card}>
        <div className={css.top}>
          <div className={css.names}>
            <h2>{space.name}</h2>
            {place.length > 0 && <div className={css.quiet}>{place.join(', ')}</div>}
          </div>
          <span className={css.quiet}>{space.spaceNumber}</span>
        </div>
        <div className={css.row}>
          <StatePill small tone={stateTone(SpaceStatus, space.status) ?? 'neutral'}>
            {SpaceStatus.label(space.status)}
          </StatePill>
          {over && <OverNote over={over} />}
        </div>
        <div className={css.bottom}>
          <span>
            <b>{space.equipmentCount.toLocaleString('en-US')}</b> {plural(space.equipmentCount, 'piece')}
          </span>
          {space.area !== null && (
            <span>
              <b>{space.area.toLocaleString('en-US')}</b> sq ft
            </span>
          )}
          <b className={css.total}>{formatUsd(computeTotalPrice(totalMsrpPrice, installationFactor), 0)}</b>
        </div>
      </Link>
      <span className={css.explained}>
        <HowItAddsUp of={`the total of ${space.name}`} how={() => [howTotalPrice({ totalMsrpPrice, installationFactor }, 'Space total')]} />
      </span>
    </div>
  )
}

export function RestoreSpacesPage() {
  return <ListPage resource={spaces} title="Restore spaces" isDeleted empty="No spaces are deleted." />
}
