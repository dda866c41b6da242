import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { hubspotCalls, hubspotStatus } from '../../model/companies/hubspot.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { Resource } from '../../model/kit/description.ts'
import { appSettings } from '../../model/settings/app-settings.ts'
import { ConnectionsLink } from '../integrations/public.tsx'
import type { ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { toast } from '../kit/look/toasts.tsx'
import { AddressSummary, PhoneLink, ReasonButton, Skeletons } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './company.module.css'

const callsFor = (resource: Resource) => hubspotCalls.find((hubspotCall) => hubspotCall.of.path === resource.path)!
type Remote = ResponseOf<(typeof hubspotCalls)[number]['byId']>

const useStatus = () => useRead(hubspotStatus, {}, { isQuiet: true, staleTime: 300_000 })
const notice = 'HubSpot is not connected yet.'
/** Administrators get a link to the settings, others a note to ask one. */
const mayConfigure = () => can(appSettings.permission.update)
const askWords = 'Ask an administrator to connect it.'

export function HubspotPanel({ resource, hubspotCompanyId }: { resource: Resource; hubspotCompanyId: string | null }) {
  const { data: status } = useStatus()
  const isAsked = Boolean(hubspotCompanyId && /^\d+$/.test(hubspotCompanyId) && status?.isConfigured)
  const read = useRead(callsFor(resource).byId, { params: { id: hubspotCompanyId ?? '' } }, { enabled: isAsked, isQuiet: true })
  if (!status) return null
  return (
    <section aria-label="HubSpot">
      <h2>HubSpot</h2>
      {!status.isConfigured ? (
        <p className={css.quiet}>
          {notice}{' '}
          {mayConfigure() ? (
            <>
              Enter its service key in <ConnectionsLink />.
            </>
          ) : (
            askWords
          )}
        </p>
      ) : !isAsked ? (
        <p className={css.quiet}>Not linked. Look the company up in the form to link it.</p>
      ) : read.data ? (
        <RemoteCompany company={read.data} />
      ) : read.error ? (
        <p className={css.quiet} role="alert">
          {read.error.message}
        </p>
      ) : (
        <Skeletons rows={3} columns={1} />
      )}
    </section>
  )
}

function RemoteCompany({ company }: { company: Remote }) {
  const { name, website, domain, phone, address, industry, description, url } = company
  return (
    <div className={css.remote}>
      <b>{name}</b>
      {website && (
        <a href={website} target="_blank" rel="noreferrer">
          {domain ?? website.replace(/^https?:\/\//, '')}
        </a>
      )}
      {phone && <PhoneLink phone={phone} />}
      {address && <AddressSummary address={address} />}
      {industry && <span>{industry.replaceAll('_', ' ').toLowerCase()}</span>}
      {description && <p>{description}</p>}
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          Open in HubSpot
        </a>
      )}
    </div>
  )
}

export function hubspotControl(resource: Resource) {
  // A function declaration is hoisted: pages create their controls while modules of a shared chunk may still be loading.
  return (props: ControlProps & { form: Form }) => <HubspotControl resource={resource} {...props} />
}

function HubspotControl({
  resource,
  field,
  value,
  onChange,
  onBlur,
  error,
  readOnly,
  form,
}: ControlProps & { resource: Resource; form: Form }) {
  const { data: status } = useStatus()
  const [isOpen, setOpen] = useState(false)
  const reason =
    status && !status.isConfigured ? `${notice} ${mayConfigure() ? 'Enter its service key in Connections.' : askWords}` : undefined
  function pick(company: Remote) {
    const filled = filledFrom(company, form.values)
    form.replace({ ...form.values, ...filled, hubspotCompanyId: company.id }, form.rowVersion)
    setOpen(false)
    const names = Object.keys(filled).map((key) => form.fields[key]!.label.toLowerCase())
    toast.success(names.length > 0 ? `Linked; filled in ${names.join(', ')}.` : 'Linked.')
  }
  return (
    <div className={css.lookup}>
      <TextInput
        label={field.label}
        value={value ?? ''}
        error={error}
        readOnly={readOnly}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
      {!readOnly && (
        <ReasonButton variant="default" reason={reason} onClick={() => status && setOpen(true)}>
          Look up
        </ReasonButton>
      )}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Look up in HubSpot" size={560}>
        {isOpen && <Lookup resource={resource} first={String(form.values.name ?? '')} onPick={pick} />}
      </Modal>
    </div>
  )
}

/** Picks the company values for form fields that are still empty, so user input is never overwritten. */
function filledFrom(company: Remote, values: Record<string, unknown>) {
  const filled: Record<string, unknown> = {}
  for (const key of ['name', 'website', 'phone', 'address'] as const)
    if ((values[key] === null || values[key] === undefined || values[key] === '') && company[key]) filled[key] = company[key]
  return filled
}

function Lookup({ resource, first, onPick }: { resource: Resource; first: string; onPick: (company: Remote) => void }) {
  const [typed, setTyped] = useState(first)
  const [search] = useDebouncedValue(typed.trim(), 400)
  const read = useRead(callsFor(resource).bySearch, { query: { search } }, { enabled: search !== '', isQuiet: true })
  const items = search ? read.data?.items : undefined
  return (
    <>
      <TextInput label="Search" data-autofocus value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <div aria-live="polite">
        {read.error && search && (
          <p className={css.quiet} role="alert">
            {read.error.message}
          </p>
        )}
        {read.isFetching && !items && <Skeletons rows={4} columns={1} />}
        {items?.length === 0 && <p className={css.quiet}>HubSpot has no such company.</p>}
      </div>
      <ul className={css.found} aria-label="Companies in HubSpot">
        {items?.map((company) => (
          <li key={company.id}>
            <button type="button" onClick={() => onPick(company)}>
              <b>{company.name}</b>
              <span>{[company.domain, company.address?.city, company.address?.country].filter(Boolean).join(' · ') || company.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
