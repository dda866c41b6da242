import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { externalProject } from '../../model/projects/external-projects.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { IconArrowLeft } from '../kit/look/icons.ts'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { CableSchedule } from './cable-schedule.tsx'
import css from './portal.module.css'
import { Drawings, Equipment } from './project-parts.tsx'
import { nameOfSpace, type Space } from './space-tree.tsx'

export function ChosenSpace({ project, space }: { project: ResponseOf<typeof externalProject>; space: Space }) {
  const { status, building, level, imageUrl } = space
  const { opened } = project
  return (
    <>
      <header className={css.spaceHead}>
        <ActionIcon component={Link} to={`/external-projects/${project.id}`} className={css.back} aria-label="Back to all spaces">
          <IconArrowLeft size={16} />
        </ActionIcon>
        <h2>{nameOfSpace(space)}</h2>
        <StatePill tone={stateTone(SpaceStatus, status) ?? 'neutral'}>{SpaceStatus.label(status)}</StatePill>
        <span className={css.where}>
          {building.name}, {level.name}
        </span>
      </header>
      {imageUrl && <img className={css.picture} src={imageUrl} alt={nameOfSpace(space)} />}
      {opened.includes('Documents') && <Drawings project={project} space={space.id} />}
      {opened.includes('Equipment') && <Equipment project={project} space={space.id} />}
      {opened.includes('Cables') && <CableSchedule id={project.id} space={space.id} />}
    </>
  )
}
