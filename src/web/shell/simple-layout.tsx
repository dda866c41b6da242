import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productName } from '../kit/request/title.ts'
import css from './layout.module.css'

export interface Environment {
  badge: string
  version: string
  productName?: string
  logoUrl?: string | null
  supportEmail?: string | null
  notices: string[]
}
/** Version from package.json at build time. The server's version replaces it once loaded. */
const builtVersion = '2.47.0'

export const Logo = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className={css.logo}>
    <path d="M0 2.5h16M0 13.5h16" />
    <path d="M4 8h8" className={css.logoMiddle} />
  </svg>
)

export const Brand = ({ environment, isMini }: { environment?: Environment; isMini?: boolean }) => (
  <>
    {environment?.logoUrl ? <img src={environment.logoUrl} alt="" className={css.brandLogo} /> : <Logo />}
    {!isMini && <span className={css.brandName}>{environment?.productName ?? productName}</span>}
  </>
)

export const Badge = ({ children }: { children?: string }) => children && <span className={css.badge}>{children}</span>
export const Version = ({ environment }: { environment?: Environment }) => <>Version {environment?.version ?? builtVersion}</>

export function SkipLink() {
  return (
    <a href="#content" className={css.skip}>
      Skip to content
    </a>
  )
}

export function SimpleLayout({ environment, children }: { environment?: Environment; children: ReactNode }) {
  return (
    <div className={css.simple}>
      <SkipLink />
      <header className={css.simpleToolbar}>
        <Link to="/dashboard" className={css.brand}>
          <Brand environment={environment} />
        </Link>
        <span className={css.spring} />
        <Badge>{environment?.badge}</Badge>
      </header>
      <main id="content" tabIndex={-1} className={css.simpleContent}>
        {children}
      </main>
      <footer className={css.simpleFoot}>
        <Version environment={environment} />
        {environment?.supportEmail && (
          <a className="dna-link" href={`mailto:${environment.supportEmail}`}>
            {environment.supportEmail}
          </a>
        )}
      </footer>
    </div>
  )
}
