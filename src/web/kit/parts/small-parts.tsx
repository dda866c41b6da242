import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { colorName } from '../look/color-name.ts'
import { MissingValue } from '../look/format.tsx'
import { IconArrowLeft, IconCheck, IconChevronRight, IconCopy, IconExternalLink } from '../look/icons.ts'
import { can } from '../request/can.ts'
import { CallError } from '../request/client.ts'
import { useSession } from '../request/session.ts'
import { AvatarFace, isMasked, type Person, userName } from './avatar.tsx'
import css from './small-parts.module.css'

export { AvatarFace, type Person, userName } from './avatar.tsx'

export const Swatch = ({ color }: { color: string }) => (
  <span className={css.swatchRow}>
    <span className={css.swatch} style={{ background: color }} />
    {colorName(color)}
  </span>
)
export const Code = ({ children }: { children: ReactNode }) => <span className={css.code}>{children}</span>
export function initialsFromName(name: string) {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return (second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)).toUpperCase()
}
export const ImageTile = ({ src, instead }: { src: string | null | undefined; instead?: ReactNode }) => (
  <span className={css.tile} aria-hidden={typeof instead === 'string' || undefined}>
    {src ? <img src={src} alt="" loading="lazy" /> : instead}
  </span>
)

export const PhoneLink = ({ phone }: { phone: string | null | undefined }) =>
  phone ? (
    <a className={css.link} href={`tel:${phone.replace(/[^\d+x]/gi, '')}`}>
      {phone}
    </a>
  ) : (
    <MissingValue />
  )

type Address = Partial<Record<'addressLine1' | 'addressLine2' | 'city' | 'state' | 'postalCode' | 'country', string | null>>
export function AddressSummary({ address }: { address: Address | null | undefined }) {
  const { addressLine1, addressLine2, city, state, postalCode, country } = address ?? {}
  const region = [state, postalCode].filter(Boolean).join(' ')
  const parts = [addressLine1, addressLine2, city, region, country].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : <MissingValue />
}

/** Number that identifies a row to users. Copies itself on click; with `href`, a link beside it opens the row. */
export function IdChip({ id, href }: { id: string | number; href?: string }) {
  if (href)
    return (
      <span className={css.chips}>
        <CopyChip id={id} />
        <Tooltip label="Open">
          <Link to={href} className={css.chip} aria-label={`Open ${id}`}>
            <IconExternalLink size={12} stroke={1.6} />
          </Link>
        </Tooltip>
      </span>
    )
  return <CopyChip id={id} />
}

function CopyChip({ id }: { id: string | number }) {
  return (
    <CopyButton value={String(id)} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <button type="button" className={css.chip} onClick={copy} aria-label={`Copy ${id}`}>
            {id}
            {copied ? <IconCheck size={12} stroke={2} /> : <IconCopy size={12} stroke={1.6} />}
            <span className="dna-hidden" role="status">
              {copied ? 'Copied' : ''}
            </span>
          </button>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** Avatar of a user. Opens the user's page in a new tab if the viewer may see this type of user. */
export function UserAvatar({ user, size = 22, withName }: { user: Person; size?: number; withName?: boolean }) {
  useSession()
  const kind = isMasked(user) ? '' : user.isSuspended ? ', suspended' : user.isExternalUser ? ', external user' : ''
  const name = userName(user) + kind
  const face = <AvatarFace user={user} size={size} />
  const content = withName ? (
    <>
      {face}
      <span>{userName(user)}</span>
    </>
  ) : (
    <Tooltip label={name}>{face}</Tooltip>
  )
  const [list, mayView] = user.isExternalUser ? ['/external-users', can('ExternalUsers.View')] : ['/users', can('DNAUsers.View')]
  if (!mayView)
    return withName ? (
      <span className={css.person}>{content}</span>
    ) : (
      <span className={css.person} role="img" aria-label={name}>
        {content}
      </span>
    )
  return (
    <a className={css.person} href={`${list}/${user.id}`} target="_blank" rel="noreferrer" aria-label={name}>
      {content}
    </a>
  )
}

export interface Crumb {
  label: string
  to?: string
}
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const up = crumbs.findLast((crumb) => crumb.to)
  return (
    <nav className={css.crumbs} aria-label="Breadcrumbs">
      {up && (
        <ActionIcon component={Link} to={up.to} size={24} aria-label={`Back to ${up.label}`}>
          <IconArrowLeft size={14} stroke={1.6} />
        </ActionIcon>
      )}
      {crumbs.map(({ label, to }, index) => (
        <Fragment key={`${to} ${label}`}>
          {index > 0 && <IconChevronRight size={12} stroke={1.6} aria-hidden />}
          {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
        </Fragment>
      ))}
    </nav>
  )
}

export function EmptyState({ text, action, onAction }: { text: ReactNode; action?: string; onAction?: () => void }) {
  return (
    <div className={css.empty}>
      <p>{text}</p>
      {action && (
        <Button variant="default" onClick={onAction}>
          {action}
        </Button>
      )}
    </div>
  )
}

export function Skeletons({ rows = 6, columns = 2 }: { rows?: number; columns?: number }) {
  return (
    <div className={css.skeletons} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }} aria-hidden>
      {Array.from({ length: rows * columns }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <span key={index} className={css.bar} style={{ width: `${50 + ((index * 7) % 5) * 10}%` }} />
      ))}
    </div>
  )
}

export function ComputedValue({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) {
  return (
    <div className={css.output}>
      <span>{label}</span>
      <output aria-label={label}>{children}</output>
      <span className={css.unit}>{unit}</span>
    </div>
  )
}

export function LoadError({ error, title, onRetry }: { error: Error; title: string; onRetry: () => void }) {
  const status = error instanceof CallError ? error.status : undefined
  if (status === 403) return <EmptyState text={`You are not allowed to see ${title.toLowerCase()}.`} />
  if (status === 404) return <EmptyState text={error.message} />
  return <EmptyState text={`${title} could not be read: ${error.message}`} action="Try again" onAction={onRetry} />
}
