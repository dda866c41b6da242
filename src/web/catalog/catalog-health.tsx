import { Button, Radio } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { type DuplicateReason, equipmentDuplicates } from '../../model/catalog/equipment-calls.ts'
import { catalogueHealth, mergeEquipment } from '../../model/catalog/equipment-replace.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { refreshTouched, tellOfChangeSet } from '../activity/public.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { formatNumber, Money } from '../kit/look/format.tsx'
import { EmptyState, PageHead, Panel, ReasonButton, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import table from '../kit/parts/table.module.css'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import css from './catalog-health.module.css'

type Equipment = RowOf<typeof equipments>
const { Discontinued, RequireReview, Deprecated } = EquipmentAvailability
const groupsAPage = 20

const counters = [
  ['withoutPrice', 'Without a price', filterSearch<typeof equipments>({ missing: ['price'] })],
  ['withoutPower', 'Without power', filterSearch<typeof equipments>({ missing: ['power'] })],
  ['requireReview', 'To be reviewed', filterSearch<typeof equipments>({ availabilities: [RequireReview] })],
  ['deprecated', 'Deprecated', filterSearch<typeof equipments>({ availabilities: [Deprecated] })],
  ['discontinuedInUse', 'Discontinued and in use', filterSearch<typeof equipments>({ availabilities: [Discontinued], isInUse: true })],
] as const

export function CatalogHealthPage() {
  const health = useRead(catalogueHealth, {}, { isQuiet: true })
  return (
    <div className={css.page}>
      <PageHead crumbs={[{ label: 'Equipment', to: '/equipment' }]} title="Catalog health" />
      <div className={css.body}>
        <Panel title="Needs attention">
          {health.error && !health.data ? (
            <LoadError error={health.error} title="The counts" onRetry={() => void health.refetch()} />
          ) : (
            <ul className={css.counters}>
              {counters.map(([key, label, search]) => (
                <li key={key}>
                  <Link to="/equipment" search={search}>
                    <b>{health.data ? formatNumber(health.data[key]) : '…'}</b>
                    <span>{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {health.data && health.data.withoutImage > 0 && <NoPhoto count={health.data.withoutImage} />}
        </Panel>
        <Duplicates />
      </div>
    </div>
  )
}

/** Equipment without a photo is drawn, so this is a note and not a defect. */
const NoPhoto = ({ count }: { count: number }) => (
  <p className={css.note}>
    No photo, drawn illustration:{' '}
    <Link to="/equipment" search={filterSearch<typeof equipments>({ missing: ['image'] })} className="dna-link">
      {formatCount(count, 'piece')} of equipment
    </Link>
  </p>
)

const because: Record<DuplicateReason, string> = { model: 'Same model', partNumber: 'Same part number', tag: 'Same tag in one category' }
interface Group {
  key: string
  reason: DuplicateReason
  equipments: Equipment[]
}

function Duplicates() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useRead(
    equipmentDuplicates,
    { query: { page, itemsPerPage: groupsAPage } },
    { keepsOld: true, isQuiet: true },
  )
  const pages = Math.ceil((data?.total ?? 0) / groupsAPage)
  return (
    <Panel title="Possible duplicates" note={data && formatNumber(data.total)}>
      {!data && (error ? <LoadError error={error} title="Duplicates" onRetry={() => void refetch()} /> : <Skeletons rows={6} />)}
      {data?.total === 0 && <EmptyState text="No two pieces of equipment look like the same product." />}
      {data?.items.map((group) => 'key' in group && <DuplicateGroup key={`${group.reason} ${group.key}`} group={group} />)}
      {pages > 1 && (
        <div className={css.pages}>
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            Page {page} of {formatNumber(pages)}
          </span>
          <Button variant="default" size="xs" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </Panel>
  )
}

function DuplicateGroup({ group }: { group: Group }) {
  const [keptId, setKept] = useState<number>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const merging = useCall(mergeEquipment, {
    invalidates: [equipments],
    onDone(done) {
      refreshTouched()
      tellOfChangeSet(`Merged into ${done.equipment.model}.`, done.changeSetId)
      setKept(undefined)
      setChosen(new Set())
    },
  })
  const mayMerge = can(mergeEquipment.permission)
  const others = [...chosen].filter((id) => id !== keptId)
  const name = `${because[group.reason]}: ${group.key}`
  async function merge() {
    const into = group.equipments.find(({ id }) => id === keptId)!
    const text = `Every use in open projects, templates and groups moves to ${into.model}, agreed prices are kept. ${others.length === 1 ? 'The duplicate is' : `The ${others.length} duplicates are`} deleted and can be restored.`
    if (await confirm({ title: `Merge into ${into.model}?`, text, verb: 'Merge' }))
      merging.mutate({ params: { id: into.id }, body: { ids: others } })
  }
  return (
    <fieldset className={css.group}>
      <legend>{name}</legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must take the focus */}
      <section className={css.scroll} tabIndex={0} aria-label={`${name}, scrolls sideways`}>
        <table>
          <thead>
            <tr>
              {mayMerge && (
                <th scope="col" className={css.narrow}>
                  Keep
                </th>
              )}
              {mayMerge && (
                <th scope="col" className={css.narrow}>
                  Merge
                </th>
              )}
              <th scope="col">Tag</th>
              <th scope="col">Model</th>
              <th scope="col">Part number</th>
              <th scope="col">Manufacturer</th>
              <th scope="col">Category</th>
              <th scope="col" className={css.right}>
                MSRP, USD
              </th>
            </tr>
          </thead>
          <tbody>
            {group.equipments.map((equipment) => (
              <tr key={equipment.id}>
                {mayMerge && (
                  <td>
                    <Radio
                      name={name}
                      aria-label={`Keep ${equipment.model}`}
                      checked={keptId === equipment.id}
                      onChange={() => {
                        setKept(equipment.id)
                        if (chosen.size === 0 && group.equipments.length === 2) setChosen(new Set(group.equipments.map(({ id }) => id)))
                      }}
                    />
                  </td>
                )}
                {mayMerge && (
                  <td>
                    <input
                      type="checkbox"
                      className={table.check}
                      aria-label={`Merge ${equipment.model}`}
                      disabled={keptId === equipment.id}
                      checked={chosen.has(equipment.id) && keptId !== equipment.id}
                      onChange={({ currentTarget: { checked } }) =>
                        setChosen(new Set(checked ? [...chosen, equipment.id] : [...chosen].filter((id) => id !== equipment.id)))
                      }
                    />
                  </td>
                )}
                <td>{equipment.tag}</td>
                <td>
                  <Link to={`/equipment/${equipment.id}`}>{equipment.model}</Link>
                </td>
                <td>{equipment.partNumber}</td>
                <td>{equipment.manufacture.name}</td>
                <td>{equipment.category.name}</td>
                <td className={css.right}>
                  <Money value={equipment.msrpPrice || null} plain />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {mayMerge && (
        <ReasonButton
          size="xs"
          variant="default"
          reason={keptId === undefined ? 'Choose the one to keep' : others.length === 0 && 'Choose what to merge into it'}
          loading={merging.isPending}
          onClick={() => void merge()}
        >
          Merge
        </ReasonButton>
      )}
    </fieldset>
  )
}
