import { suspendUser } from '../../model/access/user-calls.ts'
import { users } from '../../model/access/users.ts'
import { equipmentGroups } from '../../model/catalog/equipment-groups.ts'
import { writeClientVariables } from '../../model/companies/client-variables.ts'
import { clients, retireClient } from '../../model/companies/clients.ts'
import type { companyFields } from '../../model/companies/company.ts'
import { contacts } from '../../model/companies/contacts.ts'
import { ClientVariableType, CompanyType } from '../../model/companies/enums.ts'
import {
  architects,
  engineeringFirms,
  generalContractors,
  representatives,
  subContractors,
  systemsIntegrators,
} from '../../model/companies/partner.ts'
import type { BodyOf } from '../../model/kit/call.ts'
import type { InputOf } from '../../model/kit/description.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { writeBudget } from '../../model/projects/project-budget.ts'
import { projectAccessList } from '../../model/projects/project-calls.ts'
import { projectCompanies } from '../../model/projects/project-companies.ts'
import { projectContacts } from '../../model/projects/project-contacts.ts'
import { projectNotes } from '../../model/projects/project-notes.ts'
import { projects } from '../../model/projects/projects.ts'
import { timelineItems } from '../../model/projects/timeline.ts'
import { areaGroups } from '../../model/spaces/area-groups.ts'
import { buildings } from '../../model/spaces/buildings.ts'
import { levels } from '../../model/spaces/levels.ts'
import { addEquipment } from '../../model/spaces/space-calls.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { loadProducts, setDefaultCables } from '../catalog/public.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import type { Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { findDefaultCables } from '../starter/cables.ts'
import { readDevices } from '../starter/devices.ts'
import type { Logger } from '../tools/log.ts'
import type { Catalog } from './catalog.ts'
import { demoFirm, onDay } from './firm.ts'
import type { DemoCompany } from './firm-companies.ts'
import { type As, createCall, type Invoke, invoker, updateCall } from './invoke.ts'
import { makeGroupsOfPeople, makeGuests, makeLead } from './make-access.ts'
import { makeBids } from './make-bids.ts'
import { makeCables } from './make-cables.ts'
import { makeCircuits, waiveFindings } from './make-checks.ts'
import { makeContracts, makeRates } from './make-contracts.ts'
import { makeDrawings } from './make-drawings.ts'
import { makeHours } from './make-hours.ts'
import { makeIdentity, storeClientLogo } from './make-identity.ts'
import { makeLinks } from './make-links.ts'
import { makePlans } from './make-plans.ts'
import { makePortal } from './make-portal.ts'
import { makePrograms } from './make-programs.ts'
import { makeRacks } from './make-racks.ts'
import { makeRequests } from './make-requests.ts'
import { makeRevisions } from './make-revisions.ts'
import { makeScenario } from './make-scenario.ts'
import { makeSite } from './make-site.ts'
import { changeByHand, changeTemplates, makeTemplates } from './make-templates.ts'
import { makeWorkingTime } from './make-time.ts'
import { makeWireCad } from './make-wire-cad.ts'

interface Maker {
  routes: Route[]
  work<T>(run: (ctx: Context) => Promise<T>, as?: Actor): Promise<T>
  log: Logger
}

/**
 * Fills an empty database with a year of a firm's data, through the API calls and their validation. Does nothing when clients already
 * exist.
 */
export async function makeDemoData({ routes, work, log }: Maker) {
  const state = await work((ctx) =>
    ctx.rows(
      { filled: is.boolean, admin: is.uuid },
      `select exists (select from clients) as filled, (select id from users where not is_external_user order by create_date limit 1) as admin`,
    ),
  )
  const { filled, admin: adminId } = onlyRow(state)
  if (filled) return
  const began = Date.now()
  const admin: Actor = {
    userId: adminId,
    sessionId: null,
    firstName: 'First',
    lastName: 'Administrator',
    isExternal: false,
    held: new Set(internalPermissions),
    roleId: 0,
  }
  const as: As = (run, actor = admin) => work((ctx) => run(invoker(routes, ctx), ctx), actor)
  const today = todayUtc()

  await as(makeIdentity)
  const people = await as(createPeople)
  await as((call, ctx) => makeWorkingTime(call, ctx, people, today))
  const groups = await as((call) => makeGroupsOfPeople(call, people))
  await as((call) => makeRates(call, people))
  // Demo rooms have only named groups, so the default area group is turned off while they are created.
  await work((ctx) => ctx.run(`update users set personal_settings = '{"autoCreateDefaultAreaGroupInSpace": false}'`))
  const actorOf = (key: string | null): Actor => (key && people.get(key) ? { ...admin, userId: people.get(key)! } : admin)
  const equipment = await as((_, ctx) => createCatalog(ctx))
  await as((_, ctx) => setDefaultCables(ctx, findDefaultCables(equipment.idOf)))
  await as((call) => createEquipmentGroups(call, equipment))
  const templates = await as((call) => makeTemplates(call, equipment))
  const companies = await as((call, ctx) => createCompanies(call, ctx, people))
  for (const project of demoFirm.projects) {
    try {
      await as(
        (call, ctx) =>
          createProject(call, ctx, project, { administrator: adminId, people, groups, companies, equipment, templates, today }),
        actorOf(project.associateConsultant),
      )
    } catch (error) {
      log.error({ err: error, project: project.key }, 'a demo project could not be made')
    }
  }
  for (const lead of demoFirm.leads)
    await as((call, ctx) => makeLead(call, ctx, lead, { people, companies, today }), actorOf(lead.associateConsultant))
  await as((call) => changeTemplates(call, templates))
  await as((_, ctx) => makeHours(ctx, today))
  await as((_, ctx) => makeLinks(ctx))
  await makeRequests({ as, actorOf, people, administrator: adminId, today, log })
  try {
    await as((call, ctx) => makeScenario(call, ctx, today))
  } catch (error) {
    log.error({ err: error }, 'the scenario of the demo could not be made')
  }
  try {
    await as((call, ctx) => makeDrawings(call, ctx, people, today))
  } catch (error) {
    log.error({ err: error }, 'the drawings of the demo could not be made')
  }
  try {
    await as((call, ctx) => makeRevisions(call, ctx, today))
  } catch (error) {
    log.error({ err: error }, 'the revisions of the demo could not be made')
  }
  try {
    await makeWireCad({ as, writer: actorOf(demoFirm.people[1]?.key ?? null) })
  } catch (error) {
    log.error({ err: error }, 'the WireCAD requests of the demo could not be made')
  }
  await as(makeGuests)
  try {
    await as((call, ctx) => makePrograms(call, ctx, today))
  } catch (error) {
    log.error({ err: error }, 'the programs of the demo could not be made')
  }
  try {
    await makePortal(as, today)
  } catch (error) {
    log.error({ err: error }, 'the comments in the portal of the demo could not be created')
  }
  try {
    await as((call, ctx) => makeSite(call, ctx, people, today))
  } catch (error) {
    log.error({ err: error }, 'the site of the demo could not be made')
  }
  try {
    await makeBids(as, today)
  } catch (error) {
    log.error({ err: error }, 'the bids of the demo could not be made')
  }
  await work(async (ctx) => {
    await ctx.run(`update users set personal_settings = '{}'`)
    // Spreads the notifications over time: recent ones are unread, older ones read or done. Pending approvals stay pending.
    await ctx.run(
      `update notifications n set create_date = now() - (r.place * 5) * interval '1 hour', mail_date = null,
         read_date = case when r.place > 4 then now() - (r.place * 5 - 2) * interval '1 hour' end,
         done_date = coalesce(n.done_date, case when r.place > 14 and n.reason <> 'approval' then now() - (r.place * 5 - 3) * interval '1 hour' end)
       from (select id, row_number() over (partition by user_id order by id desc) as place from notifications) r where r.id = n.id`,
    )
    // Spreads each project's log entries between its creation and now, in their original order, because lists sort by date.
    await ctx.run(
      `update activity_log a set create_date = t.at from (
         select e.id, p.create_date + (now() - p.create_date)
             * ((row_number() over of_project - 1)::float / greatest(1, count(*) over (partition by p.id) - 1)) as at
         from activity_log e join projects p on p.id = e.project_id window of_project as (partition by p.id order by e.id)) t where t.id = a.id`,
    )
  })
  log.info({ seconds: Math.round((Date.now() - began) / 1000) }, 'demo data made')
}

async function createPeople(call: Invoke, ctx: Context): Promise<Map<string, string>> {
  const roles = new Map(
    (await ctx.rows({ id: is.number, name: is.text }, 'select id, name from roles where not is_external')).map((role) => [
      role.name,
      role.id,
    ]),
  )
  const people = new Map<string, string>()
  for (const person of demoFirm.people) {
    const user = await call(createCall(users), {
      body: {
        email: person.email,
        firstName: person.firstName,
        lastName: person.lastName,
        phone: person.phone,
        jobTitle: person.jobTitle,
        defaultLaborType: person.laborType,
        weeklyCapacityHours: person.weeklyCapacityHours,
        roleId: roles.get(person.role),
        password: `Demo-${person.key}-2026!`,
      },
    })
    people.set(person.key, user.id)
    if (person.isSuspended) await call(suspendUser, { params: { id: user.id } })
  }
  return people
}

async function createCatalog(ctx: Context): Promise<Catalog> {
  const { idOf } = await loadProducts(ctx, readDevices({ hasTypicalWeights: true }), 'the demo')
  return {
    idOf(manufacturer, model) {
      const id = idOf(manufacturer, model)
      if (id === undefined) throw new Error(`The demo catalog has no ${model} of ${manufacturer}`)
      return id
    },
  }
}

async function createEquipmentGroups(call: Invoke, equipment: Catalog) {
  for (const { name, description, items } of demoFirm.equipmentGroups)
    await call(createCall(equipmentGroups), {
      body: {
        name,
        description,
        items: items.map(({ manufacturer, model, quantity, provider, installer }) => ({
          equipmentId: equipment.idOf(manufacturer, model),
          quantity,
          provider,
          installer,
        })),
      },
    })
}

async function makeCompany(call: Invoke, ctx: Context, company: DemoCompany, people: Map<string, string>, makers: Map<string, number>) {
  const body: InputOf<typeof companyFields> = {
    name: company.name,
    website: company.website,
    phone: company.phone,
    email: company.email,
    address: { ...company.address, addressLine2: null },
    industryTypes: company.industryTypes,
    notes: company.notes || null,
  }
  const { abbreviatedName, accountManager, disciplines, licenseNumber, trades, regions, certifications, territory } = company
  switch (company.type) {
    case CompanyType.Client:
      return call(createCall(clients), {
        body: {
          ...body,
          logoUrl: await storeClientLogo(ctx, company),
          abbreviatedName,
          accountManagerId: accountManager ? people.get(accountManager) : null,
        },
      })
    case CompanyType.EngineeringFirm:
      return call(createCall(engineeringFirms), { body: { ...body, disciplines } })
    case CompanyType.GeneralContractor:
      return call(createCall(generalContractors), { body: { ...body, licenseNumber } })
    case CompanyType.SubContractor:
      return call(createCall(subContractors), { body: { ...body, trades } })
    case CompanyType.SystemsIntegrator:
      return call(createCall(systemsIntegrators), { body: { ...body, regions, certifications } })
    case CompanyType.Representative:
      return call(createCall(representatives), {
        body: { ...body, territory, manufacturerIds: company.manufacturers?.flatMap((name) => makers.get(name) ?? []) },
      })
    case CompanyType.Architect:
      return call(createCall(architects), { body: { ...body, licenseNumber } })
    default:
      throw new Error('Manufacturers come with the catalog')
  }
}

async function createCompanies(call: Invoke, ctx: Context, people: Map<string, string>): Promise<Map<string, number>> {
  const created = new Map<string, number>()
  const makers = new Map(
    (await ctx.rows({ id: is.number, name: is.text }, 'select id, name from manufacturers where not is_deleted')).map(({ id, name }) => [
      name,
      id,
    ]),
  )
  for (const company of [...demoFirm.clients, ...demoFirm.companies]) {
    const row = await makeCompany(call, ctx, company, people, makers)
    created.set(company.key, row.id)
    for (const { firstName, lastName, jobTitle, email, phone, isPrimary } of company.contacts)
      await call(createCall(contacts), {
        body: { firstName, lastName, jobTitle, email, phone, isPrimary, companyType: company.type, companyId: row.id },
      })
    if (company.variables) {
      const items = company.variables.map((variable) => ({
        ...variable,
        id: null,
        value: variable.type === NumberType || variable.type === Counter ? Number(variable.value) : variable.value,
      }))
      await call(writeClientVariables, { params: { id: row.id }, body: { items } })
    }
    if (company.isRetired) await call(retireClient, { params: { id: row.id } })
  }
  return created
}
const { Number: NumberType, Counter } = ClientVariableType

interface Known {
  administrator: string
  people: Map<string, string>
  groups: Map<string, number>
  companies: Map<string, number>
  equipment: Catalog
  templates: Map<string, number>
  today: string
}

const ownProjects = ['library-commons', 'demonstration-room', 'hq-town-hall']

const confidential = 'trading-floor'

async function createProject(
  call: Invoke,
  ctx: Context,
  demo: (typeof demoFirm.projects)[number],
  { administrator, people, groups, companies, equipment, templates, today }: Known,
) {
  const project = await call(createCall(projects), {
    body: {
      name: demo.name,
      type: demo.type,
      clientId: demo.client === null ? null : companies.get(demo.client),
      description: demo.description,
      address: { ...demo.address, addressLine2: null },
      associateConsultantId: people.get(demo.associateConsultant),
      projectManagerId: ownProjects.includes(demo.key) ? administrator : people.get(demo.projectManager),
      installationFactor: demo.installationFactor,
      totalArea: demo.totalArea,
    },
  })
  const params = { id: project.id }
  const [first] = await ctx.rows(
    { building: is.number, level: is.number },
    'select b.id as building, l.id as level from buildings b join levels l on l.building_id = b.id where b.project_id = $1 limit 1',
    [project.id],
  )
  for (const [at, building] of demo.buildings.entries()) {
    const body = { name: building.name, shortName: building.shortName }
    const row =
      at === 0
        ? await call(updateCall(buildings), { params: { id: project.id, itemId: first!.building }, body })
        : await call(createCall(buildings), { params, body })
    for (const [levelIndex, level] of building.levels.entries()) {
      const levelBody = { name: level.name, shortName: level.shortName, elevation: level.elevation }
      const made =
        at === 0 && levelIndex === 0
          ? await call(updateCall(levels), { params: { id: row.id, itemId: first!.level }, body: levelBody })
          : await call(createCall(levels), { params: { id: row.id }, body: levelBody })
      for (const room of level.rooms) {
        const space = await call(createCall(spaces), {
          body: {
            projectId: project.id,
            levelId: made.id,
            name: room.name,
            spaceNumber: room.number,
            area: room.area,
            capacity: room.seats,
            limits: room.limits,
            farthestViewerFt: room.farthestViewerFt,
            spaceTemplateId: room.recipe ? templates.get(room.recipe) : null,
          },
        })
        if (templates.has(room.recipe ?? '')) await changeByHand(call, space.id, space.id)
        else await fillRoom(call, space.id, room.recipe, equipment)
        await makeCircuits(call, ctx, space.id, room.circuits)
        await ctx.run('update spaces set status = $2 where id = $1', [space.id, room.status])
      }
    }
  }
  await makeRacks(call, ctx, project.id, demo.racks, equipment)
  if (demo.racks.length > 0) await makeCables(call, ctx, project.id)
  await makePlans(call, ctx, project.id)
  const workers = demo.companies.flatMap(({ company, type, role }) => {
    const companyId = companies.get(company)
    return companyId === undefined ? [] : [{ companyType: type, companyId, role }]
  })
  await call(projectCompanies.replace, { params, body: { companies: workers } })
  if (demo.key === confidential)
    await call(projectAccessList.replace, {
      params,
      body: {
        userIds: [...new Set(demo.team)].flatMap((key) => people.get(key) ?? []),
        accessGroupIds: [groups.get('Directors') ?? 0],
      },
    })
  await waiveFindings(call, project.id, demo.waivers)
  await fillTabs(call, ctx, project.id, demo, { people, today })
  await makeContracts(call, ctx, project.id, demo.contracts, { people, companies, today })
  const created = onDay(today, demo.createDay)
  await ctx.run(
    "update projects set stage = $2, project_status = $3, create_date = $4::date + interval '9 hours', update_date = least(now(), $4::date + interval '40 days') where id = $1",
    [project.id, demo.stage, demo.status, created],
  )
}

/** A person without a contact record is entered by name. */
const unnamed = { name: null, email: null, phone: null, companyName: null }

async function fillTabs(
  call: Invoke,
  ctx: Context,
  id: number,
  { contacts, notes, timeline, budget, installationFactor }: (typeof demoFirm.projects)[number],
  { people, today }: Pick<Known, 'people' | 'today'>,
) {
  const params = { id }
  const known = new Map(
    (await ctx.rows({ id: is.number, email: orNull(is.text) }, 'select id, email from company_contacts where not is_deleted')).map(
      (row) => [row.email, row.id],
    ),
  )
  await call(projectContacts.replace, {
    params,
    body: {
      contacts: contacts.flatMap(({ email, role, isSharedExternally }) => {
        const contactId = known.get(email)
        return contactId === undefined ? [] : [{ contactId, role, isSharedExternally, ...unnamed }]
      }),
    },
  })
  for (const { title, body, isPinned, author, day } of notes) {
    const note = await call(createCall(projectNotes), { params, body: { title, body, isPinned } })
    await ctx.run(
      `update project_notes set create_date = $2::date + interval '10 hours', update_date = $2::date + interval '10 hours', created_by_id = coalesce($3, created_by_id), updated_by_id = coalesce($3, updated_by_id) where id = $1`,
      [note.id, onDay(today, day), people.get(author) ?? null],
    )
  }
  for (const { type, title, day, isDone, assigned } of timeline)
    await call(createCall(timelineItems), {
      params,
      body: { type, title, date: onDay(today, day), isDone, assignedUserId: people.get(assigned) ?? null },
    })
  const { clientBudget, laborFactor, contingencyPercent, shippingPercent, taxPercent } = budget
  const body: BodyOf<typeof writeBudget> = {
    clientBudget,
    installationFactor,
    laborFactor,
    contingencyPercent,
    shippingPercent,
    taxPercent,
  }
  const { estimate, categories } = await call(writeBudget, { params, body })
  // One budget line for each of the five largest categories, rounded to 500, and one for costs that are not equipment.
  const largest = categories.toSorted((a, b) => b.estimate - a.estimate).slice(0, 5)
  const amount = (dollars: number, share: number) => Math.round((dollars * share) / 500) * 500
  const lines = largest.map(({ categoryId, estimate: lineEstimate }, index) => ({
    categoryId: categoryId ?? null,
    provider: null,
    name: null,
    amount: amount(lineEstimate, [1.1, 1, 0.9, 1.05, 1.2][index]!),
  }))
  await call(writeBudget, {
    params,
    body: {
      ...body,
      lines: [...lines, { categoryId: null, provider: null, name: 'Training and handover', amount: amount(estimate.total, 0.02) }].filter(
        (line) => line.amount > 0,
      ),
    },
  })
}

async function fillRoom(call: Invoke, spaceId: number, key: string | null, equipment: Catalog) {
  const recipe = demoFirm.recipes.find((item) => item.key === key)
  const params = { id: spaceId }
  for (const group of recipe?.areaGroups ?? []) {
    const row = await call(createCall(areaGroups), { params, body: { name: group.name } })
    for (const pick of group.equipment)
      await call(addEquipment, {
        params,
        body: {
          equipmentId: equipment.idOf(pick.manufacturer, pick.model),
          areaGroupId: row.id,
          quantity: pick.quantity,
          provider: pick.provider,
          installer: pick.installer,
          isExisting: pick.isExisting,
        },
      })
  }
}
