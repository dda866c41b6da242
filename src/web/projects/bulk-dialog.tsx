import { Autocomplete, Button, Modal, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { undoChangeSet } from '../../model/activity/change-sets.ts'
import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { racks } from '../../model/spaces/racks.ts'
import { bulkEquipment, installerNames } from '../../model/spaces/space-calls.ts'
import { formatLineCount, spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity, resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './project.module.css'

interface Props {
  projectId: number
  lineIds: number[]
  installers: string[]
  onClose: () => void
  onDone: () => void
}

const codeOptions = (options: typeof ProviderCode | typeof InstallerCode) =>
  options.values.map(({ value, label }) => ({ value: String(value), label }))
const noInstaller = 'No installer name'

/** Bulk edit of lines. Fields left empty stay unchanged. */
export function BulkDialog({ projectId, lineIds, installers, onClose, onDone }: Props) {
  const [provider, setProvider] = useState<string | null>(null)
  const [installer, setInstaller] = useState<string | null>(null)
  const [installerName, setInstallerName] = useState('')
  const [areaGroupName, setAreaGroupName] = useState('')
  const [rackId, setRackId] = useState<string | null>(null)
  const { data: known } = useRead(resourceCalls(racks).query, { params: { id: projectId }, query: { sortBy: ['name'] } }, { isQuiet: true })
  const { mutate, isPending } = useCall(bulkEquipment, {
    invalidates: [spaceEquipment, spaces, installerNames],
    onDone({ updated, changeSetId }) {
      onClose()
      onDone()
      const undo = changeSetId ? () => void undoBulkChange(changeSetId) : undefined
      toast.success(updated === 0 ? 'Nothing changed.' : `${formatLineCount(updated)} changed.`, { undo })
    },
  })
  const isEmpty = !provider && !installer && !installerName.trim() && !areaGroupName.trim() && rackId === null
  const name = installerName.trim()
  return (
    <Modal opened onClose={onClose} title={`Change ${formatLineCount(lineIds.length)}`} size={480}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const set = {
            provider: ProviderCode.has(provider) ? provider : null,
            installer: InstallerCode.has(installer) ? installer : null,
            installerName: name === noInstaller ? '' : name || null,
            rackId: rackId === null ? null : Number(rackId),
            areaGroupName: areaGroupName.trim() || null,
          }
          if (!isEmpty) mutate({ params: { id: projectId }, body: { lineIds, set } })
        }}
      >
        <p className={css.hint}>Fields left empty are not changed.</p>
        <div className={css.pair}>
          <Select label="Provider" data={codeOptions(ProviderCode)} value={provider} onChange={setProvider} clearable data-autofocus />
          <Select label="Installer" data={codeOptions(InstallerCode)} value={installer} onChange={setInstaller} clearable />
          <Autocomplete
            label="Installer name"
            data={[noInstaller, ...installers.filter((item) => item !== noInstaller)]}
            maxLength={500}
            value={installerName}
            onChange={setInstallerName}
          />
          <Select
            label="Rack"
            data={[...(known?.items ?? []), { id: 0, name: 'None' }].map(({ id, name }) => ({ value: String(id), label: name }))}
            value={rackId}
            onChange={setRackId}
            clearable
          />
          <TextInput
            label="Area group"
            description="Found or created in each space"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={200}
            value={areaGroupName}
            onChange={({ currentTarget }) => setAreaGroupName(currentTarget.value)}
          />
        </div>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton type="submit" loading={isPending} reason={isEmpty && 'Nothing is filled in yet'}>
            Change {formatLineCount(lineIds.length)}
          </ReasonButton>
        </DialogFoot>
      </form>
    </Modal>
  )
}

async function undoBulkChange(id: number) {
  try {
    await request(undoChangeSet, { params: { id } })
    await invalidateEntity(spaceEquipment.entity)
    toast.success('Changed back.')
  } catch (error) {
    showError(error)
  }
}
