import type { ReactNode } from 'react'
import { ContractStatus, ContractType } from '../../model/contracts/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import type { Found, SectionName } from '../../model/search/spotlight.ts'
import { useDrawnAddress } from '../catalog/public.tsx'
import {
  IconArrowsShuffle,
  IconBriefcase,
  IconBulb,
  IconCalendarTime,
  IconDeviceSpeaker,
  IconDoor,
  IconExternalLink,
  IconFileText,
  IconLock,
  IconLockOpen,
  IconTemplate,
} from '../kit/look/icons.ts'
import { ChoiceText } from '../kit/parts/columns.tsx'
import css from './spotlight.module.css'
import { splitByMatches } from './spotlight-search.ts'

const icons: Record<SectionName, typeof IconDoor> = {
  projects: IconBriefcase,
  leads: IconBulb,
  spaces: IconDoor,
  spaceTemplates: IconTemplate,
  equipments: IconDeviceSpeaker,
  contracts: IconFileText,
  offers: IconArrowsShuffle,
  shiftRequests: IconCalendarTime,
}

const joinWithCommas = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

const details: { [N in SectionName]: (hit: Found[N]) => ReactNode } = {
  projects: ({ client, number }) => joinWithCommas(client?.name, number),
  leads: ({ client }) => client?.name,
  spaces: ({ project, equipmentCount }) => joinWithCommas(project?.name, formatCount(equipmentCount, 'piece')),
  spaceTemplates: ({ equipmentCount, countTemplateUsed }) =>
    `${formatCount(equipmentCount, 'piece')}, used in ${formatCount(countTemplateUsed, 'space')}`,
  equipments: ({ tag, manufacture, productFamily }) => joinWithCommas(tag, manufacture?.name, productFamily?.name),
  contracts: (hit) => <ContractState contract={hit} />,
  offers: ({ state }) => <ChoiceText options={ResourceOfferState} value={state} />,
  shiftRequests: ({ state }) => <ChoiceText options={ResourceShiftRequestState} value={state} />,
}

/** Lock and status of a contract. An archived contract shows only that (application spec 4). */
function ContractState({ contract: { number, status, type, isLocked, isArchived } }: { contract: Found['contracts'] }) {
  const isApproved = status === ContractStatus.Approved
  const Lock = isLocked ? IconLock : IconLockOpen
  const lock = isLocked ? 'Locked' : 'Not locked'
  return (
    <>
      {joinWithCommas(number, type === ContractType.Proposal ? null : ContractType.label(type))}
      {isArchived ? <span className={css.tag}>Archived</span> : <ChoiceText options={ContractStatus} value={status} />}
      <span className={css.lock} data-state={isLocked ? 'locked' : isApproved ? 'approved' : 'open'} role="img" aria-label={lock}>
        <Lock size={14} />
      </span>
    </>
  )
}

function HitIcon({ section, hit }: { section: SectionName; hit: Found[SectionName] }) {
  const icon = section === 'equipments' ? (hit as Found['equipments']).category?.icon : undefined
  if (icon?.startsWith('/')) return <img className={css.icon} src={icon} alt="" width={16} height={16} />
  if (icon && 'model' in hit) return <DrawnIcon icon={icon} model={hit.model} />
  const Icon = icons[section]
  return <Icon size={16} className={css.icon} />
}

function DrawnIcon({ icon, model }: { icon: string; model: string }) {
  const src = useDrawnAddress({ category: { icon }, model }, 'tile')
  return <span className={`${css.icon} ${css.sign}`}>{src && <img src={src} alt="" />}</span>
}

const hitName = (hit: Found[SectionName]) => ('model' in hit ? hit.model : hit.name)

export function SpotlightHit<N extends SectionName>({ section, hit, words }: { section: N; hit: Found[N]; words: string }) {
  return (
    <>
      <HitIcon section={section} hit={hit} />
      <span className={css.name}>
        {splitByMatches(hitName(hit), words).map(({ text, isMatch }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
          isMatch ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
        )}
      </span>
      <span className={css.detail}>{details[section](hit)}</span>
      <IconExternalLink size={14} className={css.away} />
    </>
  )
}
