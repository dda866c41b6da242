import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Ref } from '../../model/kit/description.ts'

export function ProjectWords({ project, isSeen }: { project: Ref; isSeen: boolean }) {
  const projectText = [project.number, project.name].filter(Boolean).join(' ')
  if (!isSeen) return projectText
  return (
    <Anchor component={Link} to={`/projects/${project.id}`} inherit>
      {projectText}
    </Anchor>
  )
}
