import { Button, Menu, Modal } from '@mantine/core'
import { useState } from 'react'
import { exportManufacturerWorkbook, type ImportOutcome, importManufacturerWorkbook } from '../../model/catalog/equipment-import.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { IconFileExport, IconUpload } from '../kit/look/icons.ts'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { Counts, FileDrop, Problems, Rows, runImport, saveBlob, toastImported } from './import-parts.tsx'

interface Props {
  manufacturer: { id: number; name: string }
}

const mayImportWorkbook = () => can('ExternalEquipment.View') || (can('Equipments.Create') && can('Equipments.Update'))

export function WorkbookButton({ manufacturer }: Props) {
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  async function save() {
    setExporting(true)
    try {
      const blob = await request(exportManufacturerWorkbook, { params: { id: manufacturer.id } })
      saveBlob(`DNA ${manufacturer.name} equipment.xlsx`.replace(/[\\/:*?"<>|]/g, '-'), blob)
    } catch (error) {
      showError(error)
    }
    setExporting(false)
  }
  if (!can(exportManufacturerWorkbook.permission)) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={isExporting}>
            Workbook
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => void save()}>
            Export workbook
          </Menu.Item>
          {mayImportWorkbook() && (
            <Menu.Item leftSection={<IconUpload size={16} />} onClick={() => setImporting(true)}>
              Import workbook
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isImporting}
        onClose={() => setImporting(false)}
        title={`Import the workbook of ${manufacturer.name}`}
        size={860}
        keepMounted={false}
      >
        <ImportWorkbook onClose={() => setImporting(false)} />
      </Modal>
    </>
  )
}

function ImportWorkbook({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [isBusy, setBusy] = useState(false)
  async function run(chosen: File, dryRun: boolean) {
    setBusy(true)
    try {
      const answer = await runImport(importManufacturerWorkbook, { file: chosen, query: { dryRun } })
      setOutcome(answer)
      if (answer.dryRun || answer.failed > 0) return
      toastImported(answer)
      onClose()
    } catch (error) {
      setOutcome(undefined)
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  function choose(chosen: File) {
    setFile(chosen)
    setOutcome(undefined)
    void run(chosen, true)
  }
  const changes = (outcome?.created ?? 0) + (outcome?.updated ?? 0)
  return (
    <>
      <FileDrop
        accept=".xlsx"
        hint="The workbook as it was exported, filled in. At most 10 MB and 5,000 rows."
        file={file}
        onFile={choose}
      />
      <div aria-live="polite">
        {isBusy && !outcome && <p className="dna-muted">Reading the file…</p>}
        {outcome && <Counts outcome={outcome} />}
        {outcome && outcome.failed > 0 && (
          <>
            <p>Nothing is imported while there are problems. Fix them in the file and choose it again.</p>
            <Problems problems={outcome.errors} />
          </>
        )}
        {outcome && <Rows outcome={outcome} rowLabel="Row" />}
        {outcome && outcome.failed === 0 && changes === 0 && <p>Everything in the file is already in the catalog.</p>}
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {outcome && changes === 0 && outcome.failed === 0 ? 'Close' : 'Cancel'}
        </Button>
        <ReasonButton
          reason={
            !file || !outcome
              ? 'Choose the filled-in workbook first'
              : outcome.failed > 0
                ? 'Fix the rows with problems in the workbook first'
                : changes === 0 && 'Everything in the file is already in the catalog'
          }
          loading={isBusy}
          onClick={() => file && void run(file, false)}
        >
          {changes > 0 && outcome?.failed === 0 ? `Import ${formatCount(changes, 'row')}` : 'Import'}
        </ReasonButton>
      </DialogFoot>
    </>
  )
}
