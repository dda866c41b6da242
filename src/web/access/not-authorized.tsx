import { Link, useSearch } from '@tanstack/react-router'
import css from './account.module.css'
import { AccountCard } from './account-form.tsx'

export function NotAuthorizedPage() {
  const { redirected }: { redirected?: string } = useSearch({ strict: false })
  return (
    <AccountCard title="You do not have access to this page">
      <p className={css.text}>
        Your role does not allow {redirected ? <strong>{redirected}</strong> : 'it'}. Ask an administrator if you need it.
      </p>
      <p className={css.text}>
        <Link to="/dashboard" className="dna-link">
          Go to the dashboard
        </Link>
      </p>
    </AccountCard>
  )
}
