import { Button, Menu, Tooltip } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../model/kit/resource.ts'
import { LeadStatus, ProjectStage, ProjectType } from '../../model/projects/enums.ts'
import { leadStepCalls, leads, setLeadStatus } from '../../model/projects/leads.ts'
import { projects } from '../../model/projects/projects.ts'
import { type LeadStepName, reasonField } from '../../model/projects/stages.ts'
import { useCall } from '../kit/call.ts'
import { CallDialog } from '../kit/call-dialog.tsx'
import { can } from '../kit/can.ts'
import { confirm } from '../kit/dialogs.tsx'
import { toneOf } from '../kit/state-colors.ts'
import { StateButton, StatePill } from '../kit/state-pill.tsx'
import { toast } from '../kit/toasts.tsx'

export type Lead = RowOf<typeof leads>

const callOf = (name: LeadStepName) => leadStepCalls.find(({ step }) => step === name)!.call
const versionOf = ({ id, rowVersion }: Lead) => ({ params: { id }, body: { comment: null, rowVersion } })

/** The status with the moves open to this person now; one that needs a reason asks for it. */
export function LeadState({ lead }: { lead: Lead }) {
  const [asked, setAsked] = useState<number>()
  const set = useCall(setLeadStatus, { onDone: (done) => toast.success(`${lead.name}: ${LeadStatus.label(done.leadStatus)}.`) })
  const tone = toneOf(LeadStatus, lead.leadStatus) ?? 'neutral'
  const label = LeadStatus.label(lead.leadStatus)
  const moves = lead.nextStatuses ?? []
  if (!can('Leads.Update') || moves.length === 0) return <StatePill tone={tone}>{label}</StatePill>
  const move = (status: number) =>
    reasonField(ProjectStage.of.Lead, status)
      ? setAsked(status)
      : set.mutate({ params: { id: lead.id }, body: { status, comment: null, rowVersion: lead.rowVersion } })
  const waits = (status: number) =>
    lead.leadStatus === LeadStatus.of.WaitingACAssignment && status === LeadStatus.of.ResearchingLead && !lead.associateConsultant
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <StateButton tone={tone} disabled={set.isPending}>
            {label}
          </StateButton>
        </Menu.Target>
        <Menu.Dropdown>
          {moves.map((status) => (
            <Menu.Item key={status} disabled={waits(status)} onClick={() => move(status)}>
              {LeadStatus.label(status)}
              {waits(status) && <div className="dna-hint">Assign an associate consultant first</div>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <CallDialog
        call={setLeadStatus}
        of={leads}
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`${lead.name}: ${LeadStatus.label(asked)}`}
        verb="Save"
        params={{ id: lead.id }}
        preset={{ status: asked, rowVersion: lead.rowVersion }}
      />
    </>
  )
}

/** What a lead still lacks to become a project. */
function missingFor(lead: Lead): string | undefined {
  if (!lead.client && lead.type !== ProjectType.of.Internal) return 'A lead needs a client before it can be promoted'
  return lead.associateConsultant ? undefined : 'A lead needs an associate consultant before it can be promoted'
}

export function PromoteLead({ lead }: { lead: Lead }) {
  const navigate = useNavigate()
  const promote = useCall(callOf('Promote'), {
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
    if (isSure) promote.mutate(versionOf(lead))
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

/** Archiving and its way back. */
export function LeadMenu({ lead }: { lead: Lead }) {
  const step = lead.isArchived ? 'Unarchive' : 'Archive'
  const { mutate } = useCall(callOf(step), {
    onDone: () => toast.success(lead.isArchived ? `${lead.name} is back among the leads.` : `${lead.name} is archived.`),
  })
  if (!lead.actions?.includes(step)) return null
  return <Menu.Item onClick={() => mutate(versionOf(lead))}>{step}</Menu.Item>
}
