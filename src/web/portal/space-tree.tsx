import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { externalProject, externalSpaces } from '../../model/projects/external-projects.ts'
import { IconMessage } from '../kit/look/icons.ts'
import css from './portal.module.css'

export type Space = ResponseOf<typeof externalSpaces>['items'][number]
type Project = ResponseOf<typeof externalProject>

export const nameOfSpace = ({ spaceNumber, name }: Pick<Space, 'spaceNumber' | 'name'>) => [spaceNumber, name].filter(Boolean).join(' ')

export function SpaceTree({ buildings, spaces, chosen }: { buildings: Project['buildings']; spaces: Space[]; chosen?: number }) {
  const hasPictures = spaces.some(({ imageUrl }) => imageUrl)
  return buildings.map((building) => {
    const inside = spaces.filter((space) => space.building.id === building.id)
    if (inside.length === 0) return null
    return (
      <section key={building.id} aria-label={building.name}>
        <h2 className={css.building}>
          {building.name} <span className={css.small}>{formatCount(inside.length, 'space')}</span>
        </h2>
        {building.levels.map((level) => {
          const rooms = inside.filter((space) => space.level.id === level.id)
          if (rooms.length === 0) return null
          return (
            <div key={level.id}>
              <h3 className={css.level}>
                {level.name} <span className={css.small}>{rooms.length}</span>
              </h3>
              <ul className={css.rooms}>
                {rooms.map((space) => (
                  <li key={space.id}>
                    <Room space={space} isChosen={space.id === chosen} hasPictures={hasPictures} />
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </section>
    )
  })
}

interface RoomProps {
  space: Space
  isChosen: boolean
  /** Omits the image column if no space has an image. */
  hasPictures: boolean
}
function Room({ space, isChosen, hasPictures }: RoomProps) {
  const { id, imageUrl, itemsCount, openCommentsCount: open } = space
  return (
    <Link to="." search={{ space: id }} className={css.room} aria-current={isChosen || undefined} data-plain={!hasPictures || undefined}>
      {hasPictures && (imageUrl ? <img src={imageUrl} alt="" loading="lazy" /> : <span className={css.none} />)}
      <span>
        <span className={css.roomName}>{nameOfSpace(space)}</span>
        {itemsCount !== undefined && <span className={css.small}>{formatCount(itemsCount, 'item')}</span>}
      </span>
      {!!open && (
        <span className={css.open} role="img" aria-label={formatCount(open, 'open comment')}>
          <IconMessage size={14} aria-hidden />
          {open}
        </span>
      )}
    </Link>
  )
}
