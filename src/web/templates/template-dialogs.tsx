import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { spaceTemplates, templateFromSpace } from '../../model/templates/space-templates.ts'
import { addTemplate } from '../../model/templates/template-calls.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { can } from '../kit/request/can.ts'

export type TemplateStep = 'add' | 'save'

interface Props {
  space: { id: number; name: string; complexity: number | null }
  step: TemplateStep | undefined
  onClose: () => void
}

export function TemplateDialogs({ space, step, onClose }: Props) {
  const navigate = useNavigate()
  const start = useMemo(() => ({ name: space.name, defaultComplexity: space.complexity }), [space.name, space.complexity])
  return (
    <>
      <CallDialog
        call={addTemplate}
        resource={spaces}
        opened={step === 'add'}
        onClose={onClose}
        title="Add the contents of a template"
        verb="Add contents"
        params={{ id: space.id }}
        invalidates={[spaces]}
        onDone={(lines: unknown[]) => toast.success(`${formatCount(lines.length, 'line of equipment')} added.`)}
      />
      <CallDialog
        call={templateFromSpace}
        resource={spaceTemplates}
        opened={step === 'save'}
        onClose={onClose}
        title={`Save ${space.name} as a template`}
        verb="Save as template"
        params={{ spaceId: space.id }}
        start={start}
        invalidates={[spaceTemplates]}
        onDone={(createdTemplate) => {
          toast.success(`${createdTemplate.name} saved.`)
          if (can(spaceTemplates.permission.view)) void navigate({ to: `/space-templates/${createdTemplate.id}` })
        }}
      />
    </>
  )
}
