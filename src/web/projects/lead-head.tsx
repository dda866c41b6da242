import { Button, Menu, Tooltip } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { RowOf } from '../../model/kit/resource.ts'
import { LeadStatus, ProjectStage, ProjectType } from '../../model/projects/enums.ts'
import { leadStepCalls, leads, setLeadStatus } from '../../model/projects/leads.ts'
import { projects } from '../../model/projects/projects.ts'
import type { LeadStepName } from '../../model/projects/stages.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { StatusMenu } from './status-menu.tsx'

export type Lead = RowOf<typeof leads>

const leadStepCall = (name: LeadStepName) => leadStepCalls.find(({ step }) => step === name)!.call
const stepParams = ({ id, rowVersion }: Lead) => ({ params: { id }, body: { comment: null, rowVersion } })

export function LeadState({ lead }: { lead: Lead }) {
  const waitsFor = (status: number) =>
    lead.leadStatus === LeadStatus.WaitingACAssignment && status === LeadStatus.ResearchingLead && !lead.associateConsultant
      ? 'Assign an associate consultant first'
      : undefined
  return (
    <StatusMenu
      call={setLeadStatus}
      resource={leads}
      row={lead}
      stage={ProjectStage.Lead}
      options={LeadStatus}
      status={lead.leadStatus}
      waitsFor={waitsFor}
    />
  )
}

function missingFor(lead: Lead): string | undefined {
  if (!lead.client && lead.type !== ProjectType.Internal) return 'A lead needs a client before it can be promoted'
  return lead.associateConsultant ? undefined : 'A lead needs an associate consultant before it can be promoted'
}

export function PromoteLead({ lead }: { lead: Lead }) {
  const navigate = useNavigate()
  const promote = useCall(leadStepCall('Promote'), {
    invalidates: [projects],
    onDone(project) {
      toast.success(`${lead.name} is a project now.`)
      void navigate({ to: can('Projects.View') ? `/projects/${project.id}` : '/leads', ignoreBlocker: true })
    },
  })
  if (!lead.actions?.includes('Promote')) return null
  const missing = missingFor(lead)
  async function take() {
    const isSure = await confirm({
      title: `Promote ${lead.name}?`,
      text: 'It becomes a project with a number, a first building and level. Its access list and its log stay.',
      verb: 'Promote',
    })
    if (isSure) promote.mutate(stepParams(lead))
  }
  return (
    <Tooltip label={missing} disabled={!missing}>
      <Button
        variant="default"
        data-disabled={missing ? true : undefined}
        aria-disabled={missing ? true : undefined}
        loading={promote.isPending}
        onClick={() => !missing && void take()}
      >
        Promote
      </Button>
    </Tooltip>
  )
}

export function LeadMenu({ lead }: { lead: Lead }) {
  const step = lead.isArchived ? 'Unarchive' : 'Archive'
  const { mutate } = useCall(leadStepCall(step), {
    onDone: () => toast.success(lead.isArchived ? `${lead.name} is back among the leads.` : `${lead.name} is archived.`),
  })
  if (!lead.actions?.includes(step)) return null
  return <Menu.Item onClick={() => mutate(stepParams(lead))}>{step}</Menu.Item>
}
