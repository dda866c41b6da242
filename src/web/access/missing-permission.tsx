import type { Permission } from '../../model/permissions.ts'
import { permissionArea } from '../../model/permissions.ts'
import { EmptyState } from '../kit/parts/small-parts.tsx'
import { actionWords, areaWords } from './permission-texts.ts'

interface Props {
  /** Permissions of which the role has none; one is enough. */
  names: readonly Permission[]
  /** Hidden part of the page, at the start of the sentence. */
  what: string
}

/** Replaces a part of a page that the role does not open, and names the permission to ask for. */
export function MissingPermission({ names, what }: Props) {
  const words = names.map(
    (name) => `“${areaWords[permissionArea(name)][1]}: ${actionWords(name.slice(name.indexOf('.') + 1)).toLowerCase()}”`,
  )
  return <EmptyState text={`${what} need the permission ${words.join(' or ')}. An administrator can add it to your role.`} />
}
