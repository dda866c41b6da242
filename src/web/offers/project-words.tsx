import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Ref } from '../../model/kit/description.ts'

/** The project by number and name; only who sees it is led there. */
export function ProjectWords({ project, isSeen }: { project: Ref; isSeen: boolean }) {
  const words = [project.number, project.name].filter(Boolean).join(' ')
  if (!isSeen) return words
  return (
    <Anchor component={Link} to={`/projects/${project.id}`} inherit>
      {words}
    </Anchor>
  )
}
