import { accessGroups, externalAccessGroups } from '../../model/access/access-groups.ts'
import { teams } from '../../model/access/teams.ts'
import { externalUsers } from '../../model/access/users.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { bulkUpdateEquipment } from '../../model/catalog/equipment-calls.ts'
import { contacts } from '../../model/companies/contacts.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import { manufacturerAccessList } from '../../model/companies/manufacturers.ts'
import { LeadStatus } from '../../model/projects/enums.ts'
import { leadStepCalls, leads, setLeadStatus } from '../../model/projects/leads.ts'
import { projectExternalAccessList } from '../../model/projects/project-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { demoFirm, onDay } from './firm.ts'
import { createCall, type Invoke, stepCall } from './invoke.ts'

type People = Map<string, string>

export async function makeGroupsOfPeople(call: Invoke, people: People): Promise<Map<string, number>> {
  const idsOf = (keys: string[]) => keys.flatMap((key) => people.get(key) ?? [])
  for (const { name, description, color, lead, members } of demoFirm.teams)
    await call(createCall(teams), { body: { name, description, color, leadUserId: people.get(lead), memberIds: idsOf(members) } })
  const groups = new Map<string, number>()
  for (const { name, description, members } of demoFirm.accessGroups) {
    const group = await call(createCall(accessGroups), { body: { name, description, userIds: idsOf(members) } })
    groups.set(name, group.id)
  }
  return groups
}

export async function makeLead(
  call: Invoke,
  ctx: Context,
  demo: (typeof demoFirm.leads)[number],
  { people, companies, today }: { people: People; companies: Map<string, number>; today: string },
) {
  const lead = await call(createCall(leads), {
    body: {
      name: demo.name,
      clientId: demo.client === null ? null : companies.get(demo.client),
      description: demo.description,
      address: { ...demo.address, addressLine2: null },
      associateConsultantId: demo.associateConsultant && people.get(demo.associateConsultant),
      expectedRevenue: demo.expectedRevenue,
      probabilityPercent: demo.probabilityPercent,
      expectedCloseDate: onDay(today, demo.expectedCloseDay),
      leadSource: demo.leadSource,
    },
  })
  const steps = [demo.formerStatus, demo.status].filter((status) => status !== null && status !== LeadStatus.NewLead)
  // The reason belongs to the last status change.
  for (const status of steps)
    await call(setLeadStatus, { params: { id: lead.id }, body: { status, comment: status === demo.status ? demo.reason : null } })
  if (demo.isArchived) await call(stepCall(leadStepCalls, 'Archive'), { params: { id: lead.id } })
  const created = onDay(today, demo.createDay)
  await ctx.run(
    `update projects set create_date = $2::date + interval '10 hours', update_date = least(now(), $2::date + interval '20 days') where id = $1`,
    [lead.id, created],
  )
}

export async function makeGuests(call: Invoke, ctx: Context) {
  const [role] = await ctx.rows({ id: is.number }, 'select id from roles where is_external and not is_deleted order by id limit 1')
  await makeGuestsOfProjects(call, ctx, role!.id)
  await makeGuestsOfManufacturers(call, ctx, role!.id)
}

async function makeGuestsOfProjects(call: Invoke, ctx: Context, roleId: number) {
  const people = [...demoFirm.clients, ...demoFirm.companies].flatMap((company) => company.contacts)
  for (const { email, projects } of demoFirm.externalPeople) {
    const contact = people.find((person) => person.email === email)
    if (!contact) continue
    const { firstName, lastName, jobTitle, phone } = contact
    const guest = await call(createCall(externalUsers), {
      body: { email, firstName, lastName, jobTitle, phone, roleId, password: `Demo-${firstName}-2026!` },
    })
    const names = demoFirm.projects.filter(({ key }) => projects.includes(key)).map(({ name }) => name)
    const found = await ctx.rows({ id: is.number }, 'select id from projects where name = any($1) and not is_deleted', [names])
    for (const [at, { id }] of found.entries())
      await call(projectExternalAccessList.add, {
        params: { id },
        body: {
          subjectType: 1,
          userId: guest.id,
          showDocuments: true,
          showReports: true,
          showCables: true,
          canComment: true,
          canApprove: at === 0,
          isLive: at > 0,
        },
      })
  }
}

/**
 * Creates external users of manufacturers, each with a group and the prices they sent back. The prices wait for review, like those imported
 * from a workbook.
 */
async function makeGuestsOfManufacturers(call: Invoke, ctx: Context, roleId: number) {
  for (const { manufacturer, sentBack, firstName, lastName, jobTitle, email } of demoFirm.manufacturerPeople) {
    const [maker] = await ctx.rows({ id: is.number }, 'select id from manufacturers where name = $1 and not is_deleted', [manufacturer])
    if (!maker) continue
    const person = { firstName, lastName, jobTitle, email }
    await call(createCall(contacts), { body: { ...person, companyType: CompanyType.Manufacture, companyId: maker.id, isPrimary: true } })
    const guest = await call(createCall(externalUsers), { body: { ...person, roleId, password: `Demo-${firstName}-2026!` } })
    const group = await call(createCall(externalAccessGroups), {
      body: { name: `${manufacturer} people`, description: `Keep the equipment of ${manufacturer}`, userIds: [guest.id] },
    })
    await call(manufacturerAccessList.replace, { params: { id: maker.id }, body: { userIds: [], accessGroupIds: [group.id] } })
    const models = sentBack.map(({ model }) => model)
    const products = await ctx.rows(
      { id: is.number, model: is.text },
      'select id, model from equipments where manufacture_id = $1 and model = any($2) and not is_deleted',
      [maker.id, models],
    )
    const availability = EquipmentAvailability.RequireReview
    const rows = products.map(({ id, model }) => ({
      id,
      rowVersion: null,
      availability,
      msrpPrice: sentBack.find((item) => item.model === model)?.msrpPrice,
    }))
    await call(bulkUpdateEquipment, { body: { rows } })
  }
}
