import { ContractFeeHealth } from '../hours/public.tsx'
import css from './contract.module.css'
import { ContractTab } from './contract-head.tsx'

export function ContractFeesPage() {
  return (
    <ContractTab title="Fee health">
      {({ id }) => (
        <>
          <header className={css.head}>
            <h2>Fee health</h2>
          </header>
          <div className={css.fees}>
            <ContractFeeHealth id={id} />
          </div>
        </>
      )}
    </ContractTab>
  )
}
