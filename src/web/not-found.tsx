import { Link, useLocation } from '@tanstack/react-router'

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <section style={{ maxWidth: 400, margin: '128px auto', padding: '0 16px' }}>
      <h1 style={{ fontSize: '1.125rem', lineHeight: '1.5rem', fontWeight: 600 }}>There is no such page</h1>
      <p style={{ margin: '12px 0', overflowWrap: 'anywhere' }}>Nothing stands at {pathname}.</p>
      <Link to="/dashboard" className="dna-link">
        Go to the dashboard
      </Link>
    </section>
  )
}
