import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../model/kit/resource.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { spaces as of } from '../../model/spaces/spaces.ts'
import css from '../kit/cards.module.css'
import type { ControlProps } from '../kit/controls.tsx'
import { hidden, ListPage } from '../kit/pages.tsx'
import { toneOf } from '../kit/state-colors.ts'
import { StatePill } from '../kit/state-pill.tsx'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'

export const hiddenInForms = { projectId: hidden, equipment: hidden }

/** The level with its building, in the order of the house. */
export const levelControl =
  (buildings: Project['buildings']) =>
  ({ field, value, onChange, onBlur, error, readOnly }: ControlProps) => (
    <Select
      label={field.label}
      required
      readOnly={readOnly}
      error={error}
      onBlur={onBlur}
      allowDeselect={false}
      data={buildings.map((building) => ({
        group: building.name,
        items: building.levels.map((level) => ({ value: String(level.id), label: level.name })),
      }))}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )

/** The rooms of a project, as cards or as a table. */
export function SpacesPage() {
  return (
    <ProjectTab title="Spaces">
      {(project) => (
        <ListPage
          of={of}
          query={{ projectId: [project.id] }}
          under={{ id: project.id }}
          filters={{ projectId: { isHidden: true } }}
          create={isReadOnly(project) ? 'no' : 'dialog'}
          rowHref={(space) => `/projects/${project.id}/spaces/${space.id}`}
          preset={{ projectId: project.id, levelId: project.buildings[0]?.levels[0]?.id }}
          sections={[['', ['name', 'spaceNumber', 'levelId', 'spaceTemplateId', 'area', 'capacity', 'complexity']]]}
          controls={{ ...hiddenInForms, levelId: levelControl(project.buildings), imageUrl: hidden, description: hidden, notes: hidden }}
          card={(space) => <SpaceCard space={space} />}
          empty="No spaces yet. Create the first one."
        />
      )}
    </ProjectTab>
  )
}

function SpaceCard({ space }: { space: RowOf<typeof of> }) {
  return (
    <Link to={`/projects/${space.projectId}/spaces/${space.id}`} className={css.card}>
      <div className={css.top}>
        <div className={css.names}>
          <h2>{space.name}</h2>
          <div className={css.quiet}>{[space.building?.name, space.level?.name].filter(Boolean).join(', ')}</div>
        </div>
        <span className={css.quiet}>{space.spaceNumber}</span>
      </div>
      <div className={css.row}>
        <StatePill small tone={toneOf(SpaceStatus, space.status) ?? 'neutral'}>
          {SpaceStatus.label(space.status)}
        </StatePill>
      </div>
      <div className={css.bottom}>
        <span>
          <b>{space.equipmentCount.toLocaleString('en-US')}</b> items
        </span>
        {space.area !== null && (
          <span>
            <b>{space.area.toLocaleString('en-US')}</b> sq ft
          </span>
        )}
        <b className={css.total}>
          {space.totalMsrpPrice.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })}
        </b>
      </div>
    </Link>
  )
}

export function RestoreSpacesPage() {
  return <ListPage of={of} title="Restore spaces" isDeleted empty="No spaces are deleted." />
}
