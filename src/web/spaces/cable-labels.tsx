import { Button, Checkbox, Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { type LabelSheet, labelSheets, labelsCsv, paginateLabels } from '../../model/spaces/cable-labels.ts'
import { type CableLabel, cableLabels } from '../../model/spaces/connections.ts'
import { saveBlob } from '../catalog/public.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { IconDownload, IconFileText } from '../kit/look/icons.ts'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { type Project, ProjectTab } from '../projects/public.tsx'
import css from './cables.module.css'

export function CableLabelsPage() {
  return <ProjectTab title="Cable labels">{(project) => <Labels key={project.id} project={project} />}</ProjectTab>
}

interface LabelOptions {
  sheet: string
  bothEnds: boolean
}
const lookName = 'cables:labels'

function Labels({ project }: { project: Project }) {
  const { ids: requestedIds }: { ids?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [look, setLook] = useState<LabelOptions>(() => ({
    sheet: labelSheets[0].key,
    bothEnds: true,
    ...readStored<Partial<LabelOptions>>(lookName),
  }))
  const [startAt, setStartAt] = useState(1)
  const [copies, setCopies] = useState(1)
  const ids = requestedIds === undefined ? undefined : String(requestedIds).split(',').map(Number).filter(Number.isSafeInteger)
  const { data, error, refetch } = useRead(
    cableLabels,
    { params: { id: project.id }, query: { ...(ids ? { ids } : {}), bothEnds: look.bothEnds } },
    { isQuiet: true, keepsOld: true },
  )
  function change(more: Partial<LabelOptions>) {
    const next = { ...look, ...more }
    setLook(next)
    saveToLocalStorage(lookName, next)
  }
  if (error && !data) return <LoadError error={error} title="Labels" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={8} />
  const sheet = labelSheets.find(({ key }) => key === look.sheet) ?? labelSheets[0]
  const labels = data.labels.flatMap((label) => Array.from({ length: copies }, () => label))
  const pages = paginateLabels(labels, sheet, startAt)
  if (labels.length === 0)
    return (
      <EmptyState
        text="No cables yet, so no labels."
        action="Back to the cables"
        onAction={() => void navigate({ to: `/projects/${project.id}/cables` })}
      />
    )
  return (
    <div className={css.labelPage}>
      <header className={css.labelTools}>
        <Select
          label="Size"
          allowDeselect={false}
          data={labelSheets.map(({ key, label }) => ({ value: key, label }))}
          value={sheet.key}
          onChange={(key) => key && change({ sheet: key })}
        />
        <NumberField
          label="Start at label"
          w={130}
          min={1}
          max={sheet.rows * sheet.columns}
          value={startAt}
          onChange={(next) => setStartAt(Number(next) || 1)}
        />
        <NumberField
          label="Copies per end"
          w={130}
          min={1}
          max={10}
          value={copies}
          onChange={(next) => setCopies(Math.min(10, Math.max(1, Number(next) || 1)))}
        />
        <Checkbox label="Both ends" checked={look.bothEnds} onChange={({ currentTarget }) => change({ bothEnds: currentTarget.checked })} />
        <span>
          {formatCount(labels.length, 'label')}, {formatCount(pages.length, 'page')}
        </span>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() =>
            saveBlob(`${project.name.replace(/[\\/:*?"<>|]/g, '-')} cable labels.csv`, new Blob([labelsCsv(labels)], { type: 'text/csv' }))
          }
        >
          CSV for printer
        </Button>
        <Button leftSection={<IconFileText size={16} />} onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      </header>
      <style>{`@media print { @page { size: letter; margin: 0 } }`}</style>
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its number
        <Sheet key={index} labels={page} sheet={sheet} index={index + 1} />
      ))}
    </div>
  )
}

function Sheet({ labels, sheet, index: nth }: { labels: readonly (CableLabel | null)[]; sheet: LabelSheet; index: number }) {
  return (
    <ol
      className={css.sheet}
      aria-label={`Page ${nth}`}
      style={{
        padding: `${sheet.topIn}in ${sheet.leftIn}in 0`,
        gridTemplateColumns: `repeat(${sheet.columns}, ${sheet.widthIn}in)`,
        gridAutoRows: `${sheet.heightIn}in`,
        columnGap: `${sheet.gapIn}in`,
      }}
    >
      {labels.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place on the sheet is known by its number
        <li key={index} data-empty={label === null || undefined}>
          {label && (
            <>
              <span>{label.lines[0]}</span>
              <strong>{label.lines[1]}</strong>
              <span>{label.lines[2]}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
