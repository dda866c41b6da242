import { Link, useLocation } from '@tanstack/react-router'
import css from './access/account.module.css'
import { AccountCard } from './access/account-form.tsx'

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <AccountCard title="There is no such page">
      <p className={css.text}>There is no page at {pathname}.</p>
      <p className={css.text}>
        <Link to="/dashboard" className="dna-link">
          Go to the dashboard
        </Link>
      </p>
    </AccountCard>
  )
}
