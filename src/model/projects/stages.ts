import { padTwo } from '../kit/dates.ts'
import type { Transition } from '../kit/step.ts'
import { LeadStatus, ProjectStage, ProjectStatus, ProjectType } from './enums.ts'
import { stageAllows } from './stage-guards.ts'

export interface ProjectState {
  stage: ProjectStage
  leadStatus?: LeadStatus | null
  projectStatus: ProjectStatus | null
  statusBeforePause?: number | null
}

const { Lead, Opportunity, Active, Closed, Archived } = ProjectStage
const status = ProjectStatus
const paused = [status.PausedByClient, status.PausedByDNA] as const
const designed = [
  status.DesignInProgress,
  status.DesignComplete,
  status.RFPPrepared,
  status.RFPOut,
  status.RFPReceived,
  status.ConstructionAdministration,
] as const

/** Stage transitions of a project (domain 7.1). Further conditions are checked in the server's `project-steps.ts`. */
export const projectSteps = {
  Activate: {
    label: 'Activate',
    permission: 'Projects.Update',
    from: { stage: [Opportunity], projectStatus: [status.ProposalAccepted] },
    to: { stage: Active, projectStatus: status.DesignInProgress },
  },
  Close: {
    label: 'Close',
    permission: 'Projects.Update',
    from: { stage: [Active], projectStatus: designed },
    to: { stage: Closed, projectStatus: status.Closed },
  },
  Reopen: {
    label: 'Reopen',
    permission: 'Projects.Update',
    from: { stage: [Closed] },
    to: { stage: Active, projectStatus: status.ConstructionAdministration },
  },
  Archive: {
    label: 'Archive',
    permission: 'Projects.Update',
    from: { stage: [Opportunity, Closed], projectStatus: [status.ProposalNotAccepted, ...paused, status.Closed] },
    to: { stage: Archived, projectStatus: status.Archived },
  },
  /** Returns to the stage and status before archiving, so no target is listed. */
  Unarchive: { label: 'Unarchive', permission: 'Projects.Update', from: { stage: [Archived] }, to: {} },
} satisfies Record<string, Transition<ProjectState>>
export type ProjectStepName = keyof typeof projectSteps

const lead = LeadStatus

export interface LeadState extends ProjectState {
  isArchived: boolean
}

/** Actions on a lead. Promoting makes it a project, in the stage its type determines (`firstState`). */
export const leadSteps = {
  Promote: {
    label: 'Promote',
    permission: ['Leads.Update', 'Projects.Create'],
    from: { stage: [Lead], isArchived: [false], leadStatus: [lead.NewLead, lead.WaitingACAssignment, lead.ResearchingLead] },
    to: {},
  },
  Archive: { label: 'Archive', permission: 'Leads.Archive', from: { stage: [Lead], isArchived: [false] }, to: { isArchived: true } },
  Unarchive: { label: 'Unarchive', permission: 'Leads.Unarchive', from: { stage: [Lead], isArchived: [true] }, to: { isArchived: false } },
} satisfies Record<string, Transition<LeadState>>
export type LeadStepName = keyof typeof leadSteps

export const nextLeadStatuses = (state: LeadState): readonly number[] => (state.isArchived ? [] : nextStatuses(state))

/** Label for messages such as "Promote is not possible while …". */
export const leadStateLabel = (state: LeadState) => (state.isArchived ? 'Archived' : projectStateLabel(state))
const leadPauses: readonly number[] = [lead.PausedByClient, lead.PausedByDNA]
const leadMoves: Record<number, readonly number[]> = {
  [lead.NewLead]: [2, 3, 4, 5, 6],
  [lead.WaitingACAssignment]: [1, 3, 4, 5, 6],
  [lead.ResearchingLead]: [2, 4, 5, 6],
  [lead.LeadLost]: [1],
}
const projectMoves: Record<number, readonly number[]> = {
  [status.ProposalRequested]: [101, 1, 2],
  [status.ProposalInProgress]: [100, 102, 1, 2],
  [status.ProposalSent]: [101, 103, 104, 105, 1, 2],
  [status.ProposalUpdateRequested]: [101, 105, 1, 2],
  [status.ProposalAccepted]: [103, 1, 2],
  [status.ProposalNotAccepted]: [103, 1, 2],
  [status.DesignInProgress]: [201, 1, 2],
  [status.DesignComplete]: [200, 202, 205, 1, 2],
  [status.RFPPrepared]: [201, 203, 1, 2],
  [status.RFPOut]: [202, 204, 1, 2],
  [status.RFPReceived]: [203, 205, 202, 1, 2],
  [status.ConstructionAdministration]: [204, 201, 1, 2],
}

export const isPausedStatus = (stage: ProjectStage, value: number) =>
  stage === Lead ? leadPauses.includes(value) : paused.some((item) => item === value)

/** Status of a lead or project; the two lists share numbers, so the stage decides which applies. */
export const stageStatus = ({ stage, leadStatus, projectStatus }: ProjectState): number =>
  (stage === Lead ? leadStatus : projectStatus) ?? 0

export function statusesOfStage(stage: ProjectStage): readonly number[] {
  return stage === Lead ? LeadStatus.values.map(({ value }) => value) : (ProjectStage.get(stage).statuses ?? [])
}

/** Possible targets of `SetStatus` (domain 7.2). A pause leads back to the status before it, or to the other pause. */
export function nextStatuses(state: ProjectState): readonly number[] {
  const { stage, statusBeforePause } = state
  const now = stageStatus(state)
  if (stage === Closed || stage === Archived) return []
  if (!isPausedStatus(stage, now)) return (stage === Lead ? leadMoves : projectMoves)[now] ?? []
  const others = statusesOfStage(stage).filter((value) => isPausedStatus(stage, value) && value !== now)
  const back = statusBeforePause ? [statusBeforePause] : []
  return [...back, ...others, ...(stage === Lead ? [lead.LeadLost] : [])]
}

const isResume = (state: ProjectState, to: number) => isPausedStatus(state.stage, stageStatus(state)) && to === state.statusBeforePause

/** Field that stores the reason a move requires as a comment. Resuming from a pause needs no reason. */
export const reasonForMove = (state: ProjectState, to: number) => (isResume(state, to) ? undefined : reasonField(state.stage, to))

export function reasonField(stage: ProjectStage, value: number): 'lostReason' | 'pauseReason' | 'notAcceptedReason' | undefined {
  if (isPausedStatus(stage, value)) return 'pauseReason'
  if (stage === Lead) return value === lead.LeadLost ? 'lostReason' : undefined
  return value === status.ProposalNotAccepted ? 'notAcceptedReason' : undefined
}

/** Label for messages such as "Close is not possible while …". */
export const projectStateLabel = (state: ProjectState) =>
  state.stage === Lead ? LeadStatus.label(state.leadStatus) : ProjectStatus.label(state.projectStatus)

/** Internal projects need no proposal. */
export const firstState = (type: ProjectType) =>
  type === ProjectType.Internal
    ? { stage: Active, projectStatus: status.DesignInProgress }
    : { stage: Opportunity, projectStatus: status.ProposalRequested }

/** Applies to spaces, equipment, documents, and budget. */
export const isReadOnlyStage = (stage: ProjectStage) => !stageAllows('contents', 'Change', stage)

/** `260042-B`: year, counter within the year, type letter. */
export const madeNumber = (year: number, counter: number, type: ProjectType) =>
  `${padTwo(year % 100)}${String(counter).padStart(4, '0')}-${ProjectType.get(type).letter}`
const isMadeNumber = (number: string | null) => number !== null && /^\d{6,}-[BCNV]$/.test(number)
/** A generated number follows the type; a custom one stays. */
export const numberForType = (number: string | null, type: ProjectType) =>
  number !== null && isMadeNumber(number) ? `${number.slice(0, -1)}${ProjectType.get(type).letter}` : number
