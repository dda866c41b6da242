import type { DocumentLayout } from '../../model/templates/enums.ts'
import { SheetSize } from '../../model/templates/layout-templates.ts'
import { sheetGrid } from '../../model/templates/layouts.ts'
import css from './sheet-picture.module.css'

interface ViewOfSheet {
  name: string
  abbreviation?: string | null
  scale?: string | null
}

interface SheetPictureProps {
  layout: DocumentLayout
  sheetSize?: SheetSizeName | null
  views: readonly ViewOfSheet[]
  number?: string | null
  title?: string | null
  isSmall?: boolean
}
type SheetSizeName = (typeof SheetSize.values)[number]['value']

const inch = 10
const border = 8

export function SheetPicture({ layout, sheetSize, views, number, title, isSmall }: SheetPictureProps) {
  const size = SheetSize.get(sheetSize ?? SheetSize.ArchD)
  const [width, height] = [size.width * inch, size.height * inch]
  const block = width * 0.11
  const { columns, rows } = sheetGrid(layout, views.length)
  const [across, down] = [(width - block - 3 * border) / columns, (height - 2 * border) / rows]
  const caption = `Sheet${number ? ` ${number}` : ''} with ${views.length === 0 ? 'no views yet' : views.map(({ name }) => name).join(', ')}`
  const font = Math.min(across / 9, down / 5, 20)
  const slots = Array.from({ length: columns * rows }, (_, index) => views[index])
  return (
    <svg className={css.sheet} data-small={isSmall || undefined} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={caption}>
      <rect className={css.paper} x={1} y={1} width={width - 2} height={height - 2} />
      {slots.map((view, index) => {
        const [x, y] = [border + (index % columns) * across, border + Math.floor(index / columns) * down]
        const [middle, centre] = [x + across / 2, y + down / 2]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the grid is known by nothing else
          <g key={index}>
            <rect className={view ? css.view : css.free} x={x + 4} y={y + 4} width={across - 8} height={down - 8} />
            {view && (
              <text
                className={css.name}
                x={middle}
                y={centre}
                fontSize={isSmall ? font * 2 : Math.min(font, (across * 1.5) / view.name.length)}
                textAnchor="middle"
                dominantBaseline="middle"
              >
                {isSmall ? (view.abbreviation ?? view.name.slice(0, 4)) : view.name}
              </text>
            )}
            {view?.scale && !isSmall && (
              <text className={css.scale} x={middle} y={y + down - 14} fontSize={font * 0.7} textAnchor="middle">
                {view.scale}
              </text>
            )}
          </g>
        )
      })}
      <rect className={css.block} x={width - block - border} y={border + 4} width={block} height={height - 2 * border - 8} />
      {!isSmall && number && (
        <text className={css.number} x={width - border - block / 2} y={height - 2 * border} fontSize={block / 6} textAnchor="middle">
          {number.length > 11 ? `${number.slice(0, 10)}…` : number}
        </text>
      )}
      {!isSmall && title && (
        <text
          className={css.scale}
          fontSize={block / 4.5}
          transform={`translate(${width - border - block / 2.6} ${height - 4 * border - block / 4}) rotate(-90)`}
        >
          {title.length > 28 ? `${title.slice(0, 27)}…` : title}
        </text>
      )}
    </svg>
  )
}
