import { Button } from '@mantine/core'
import { isEditable } from '../../model/contracts/contract-steps.ts'
import { rateColumns, ratePermissions, refreshContractRates, writeContractRates } from '../../model/contracts/labor-rates.ts'
import { MissingPermission } from '../access/public.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconRefresh } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './contract.module.css'
import { ContractTab } from './contract-head.tsx'
import type { Contract } from './contract-state.tsx'
import { confirmRates, RateTable } from './rate-table.tsx'

export function ContractRatesPage() {
  return <ContractTab title="Labor rates">{(contract) => <Rates contract={contract} />}</ContractTab>
}

function Rates({ contract }: { contract: Contract }) {
  const params = { id: contract.id }
  const { mutate, isPending } = useCall(writeContractRates)
  const refreshing = useCall(refreshContractRates, { onDone: () => toast.success('The rates are reset to the firm’s defaults.') })
  const columns = rateColumns.filter((column) => can(ratePermissions[column].view))
  const isOpen = isEditable(contract)
  const open = isOpen ? columns.filter((column) => can(ratePermissions[column].update)) : []
  async function refresh() {
    const text = 'Rates that were changed for this contract are lost, and its totals are recalculated.'
    if (await confirm({ title: 'Reset to the DNA defaults?', text, verb: 'Use the defaults' })) refreshing.mutate({ params })
  }
  if (columns.length === 0)
    return <MissingPermission what="Labor rates of contracts" names={rateColumns.map((column) => ratePermissions[column].view)} />
  return (
    <>
      <header className={css.head}>
        <h2>Labor rates</h2>
        {isOpen && can(refreshContractRates.permission) && (
          <div className={css.actions}>
            <Button variant="default" leftSection={<IconRefresh size={16} />} loading={refreshing.isPending} onClick={() => void refresh()}>
              Use the defaults
            </Button>
          </div>
        )}
      </header>
      <p className={css.hint}>
        Copied from the DNA defaults when the contract was created. Later changes to the defaults do not affect it.
      </p>
      <RateTable
        label="Labor rates of the contract"
        rates={contract.laborRates}
        columns={columns}
        open={open}
        isSaving={isPending}
        onSave={(rates, previous) =>
          mutate(
            { params, body: { rates: rates.map(withEmpty) } },
            { onSuccess: () => confirmRates(writeContractRates, previous.map(withEmpty), params) },
          )
        }
      />
    </>
  )
}

/** Sends null for cleared fields, because the server leaves omitted fields unchanged. */
const withEmpty = <T extends { sellRate?: number; costRate?: number; gaFeePercent?: number }>(rate: T) => ({
  ...rate,
  sellRate: rate.sellRate ?? null,
  costRate: rate.costRate ?? null,
  gaFeePercent: rate.gaFeePercent ?? null,
})
