import { Link } from '@tanstack/react-router'
import { useSession } from '../kit/session.ts'
import { useMenu } from '../kit/side-menu.tsx'
import css from './dashboard.module.css'

/** Greets, and says what this person may open. */
export function DashboardPage() {
  const { user } = useSession()
  const groups = useMenu()
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1 className={css.title}>Good to see you, {user?.firstName}</h1>
      </div>
      <div className={css.groups}>
        {groups.map(({ label = 'General', entries }) => (
          <section key={entries[0]!.path} aria-label={label}>
            <h2>{label}</h2>
            <ul>
              {entries.map(({ path, label }) => (
                <li key={path}>
                  <Link to={path} className="dna-link">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
