import { Button, Select } from '@mantine/core'
import { checkTemplate, type PaperKind, takeBuiltInTemplate } from '../../model/reports/report-templates.ts'
import { listAssets } from '../../model/settings/assets.ts'
import { AssetCategory } from '../../model/settings/enums.ts'
import { useCall, useRead } from '../kit/request/call.ts'
import { showFilePending } from '../kit/request/pending-files.ts'
import css from './app-settings.module.css'

interface Props {
  kind: PaperKind
  label: string
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
  readOnly: boolean
}

/** Selects the Word template of a report: a shared asset, validated before saving, or none for the built-in one. */
export function PaperTemplateSelect({ kind, value, onChange, ...common }: Props) {
  const { data } = useRead(listAssets, { query: { categories: [AssetCategory.DocumentTemplate], itemsPerPage: -1 } })
  const { mutate, isPending } = useCall(takeBuiltInTemplate, { onDone: showFilePending })
  const fileId = value ? String(value) : null
  return (
    <div className={css.template}>
      <Select
        {...common}
        clearable
        placeholder="The built-in file"
        data={(data?.items ?? []).map((asset) => ({ value: asset.fileId, label: asset.name }))}
        value={fileId}
        onChange={(next) => onChange(next ?? '')}
        description="A shared asset of the category Document template; leave empty for the built-in file"
        nothingFoundMessage="There is no asset of the category Document template yet"
      />
      {fileId && <Trial kind={kind} fileId={fileId} />}
      <Button variant="default" size="xs" loading={isPending} onClick={() => mutate({ params: { kind } })}>
        Get the built-in file
      </Button>
    </div>
  )
}

function Trial({ kind, fileId }: { kind: PaperKind; fileId: string }) {
  const { data, error } = useRead(checkTemplate, { params: { kind }, query: { fileId } }, { isQuiet: true })
  const named = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ')
  return (
    <div role="status" className="dna-hint">
      {error && <p>{error.message}</p>}
      {!data && !error && <p>Looking for placeholders…</p>}
      {data?.problem && <p data-danger>{data.problem}</p>}
      {data && !data.problem && (
        <>
          <p>{data.known.length > 0 ? `Filled: ${named(data.known)}` : 'This file has no known placeholders.'}</p>
          {data.variables.length > 0 && <p>Filled if a project or its client has the variable: {named(data.variables)}</p>}
          {data.unknown.length > 0 && <p data-danger>Unknown; these would stay visible: {named(data.unknown)}</p>}
        </>
      )}
    </div>
  )
}
