import { describe, expect, it } from 'vitest'
import {
  EquipmentAvailability,
  InstallerCode,
  NetworkPortType,
  PoEType,
  PortDirection,
  PowerSpecAvailability,
  PowerSpecType,
  ProviderCode,
  WirelessProtocol,
} from '../../model/catalog/enums.ts'
import { CompanyType, IndustryType } from '../../model/companies/enums.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { findBuiltInSetting, settingProblem } from '../../model/settings/app-settings.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { productKey as deviceKey } from '../catalog/public.ts'
import { readDevices } from '../starter/devices.ts'
import { cleanSvg } from '../tools/svg.ts'
import { demoFirm, onDay } from './firm.ts'
import type { DemoPhase } from './firm-contracts.ts'
import { clientMarks, firmMark, markSvg } from './firm-marks.ts'
import type { DemoPick } from './firm-rooms.ts'
import { firmTexts } from './firm-texts.ts'
import { dayOfWeek, demoTime, holidaysIn } from './firm-time.ts'

const categories = [10, 11, 12, 13, 14, 20, 21, 22, 23, 30, 31, 32, 40, 41, 50, 51, 60, 61, 62, 63, 64, 70, 71, 80, 81, 82, 83, 90, 99]
const connectors =
  'RJ45|RJ11|RJ12|XLR 3|XLR 5|TRS 1/4 in|RCA|BNC|HDMI A|DisplayPort|USB A|USB B|USB C|USB Mini-B|USB Micro-B|Euroblock 3.5 mm|Euroblock 5.08 mm|speakON|Bare Wire|LC Duplex|SC|SFP|SFP+|QSFP28|IEC C13|IEC C14|NEMA 5-15|F|DB9|DB15'.split(
    '|',
  )
const signals =
  'Analog Audio Mic|Analog Audio Line|Speaker 70 V|Speaker low-Z|Dante or AES67|AES3|HDMI|DisplayPort|SDI|HDBaseT|AV over IP|USB|Ethernet|RS-232|RS-485|Relay|GPIO|IR|RF|AC Power|DC Power|Fiber'.split(
    '|',
  )

const devices = readDevices({ hasTypicalWeights: true })
const byKey = new Map(devices.map((device) => [deviceKey(device.manufacturer, device.model), device]))
const findDevice = (pick: { manufacturer: string; model: string }) => {
  const found = byKey.get(deviceKey(pick.manufacturer, pick.model))
  return found && found.manufacturer === pick.manufacturer && found.model === pick.model ? found : undefined
}

/** Returns the rows that break a rule, so that a failed assertion shows them. */
const breaking = <T>(rows: T[], isGood: (row: T) => unknown) => rows.filter((row) => !isGood(row))
const repeated = (names: string[]) => names.filter((name, i) => names.indexOf(name) !== i)
const isBetween = (value: number | null, low: number, high: number) => value === null || (value >= low && value <= high)
const isText = (text: string, max: number) => text.length > 0 && text.length <= max && text === text.trim() && !/\s\s/.test(text)

describe('demo catalog', () => {
  it('has at least 450 devices, a hundred of them AV devices', () => {
    expect(devices.length).toBeGreaterThanOrEqual(450)
    const trade = devices.filter((device) => device.category < 50 && device.category !== 20)
    expect(trade.length).toBeGreaterThanOrEqual(100)
    expect(new Set(devices.map((device) => device.category)).size).toBe(categories.length)
  })

  it('contains each product once, ignoring case, spaces and dashes', () => {
    expect(repeated(devices.map((device) => deviceKey(device.manufacturer, device.model)))).toEqual([])
    expect(deviceKey('Shure', 'MXA 920-W')).toBe(deviceKey('shure', 'mxa920w'))
  })

  it('spells every manufacturer and family consistently', () => {
    const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
    const makers = [...new Set(devices.map((device) => device.manufacturer))]
    expect(repeated(makers.map(plain))).toEqual([])
    const families = [...new Set(devices.map((device) => `${device.manufacturer}/${device.productFamily}`))]
    expect(repeated(families.map(plain))).toEqual([])
    expect(breaking(makers, (name) => isText(name, 200))).toEqual([])
  })

  it('gives every device a unique tag valid on a drawing', () => {
    expect(breaking(devices, (device) => /^[A-Z0-9._/-]{1,30}$/.test(device.tag))).toEqual([])
    expect(repeated(devices.map((device) => device.tag))).toEqual([])
  })

  it('uses only existing categories, types and codes', () => {
    expect(breaking(devices, (device) => categories.includes(device.category))).toEqual([])
    expect(breaking(devices, (device) => IndustryType.has(device.industryType))).toEqual([])
    expect(breaking(devices, (device) => EquipmentAvailability.has(device.availability))).toEqual([])
    expect(breaking(devices, (device) => ProviderCode.has(device.defaultProvider))).toEqual([])
    expect(breaking(devices, (device) => InstallerCode.has(device.defaultInstaller))).toEqual([])
    expect(new Set(devices.map((device) => device.availability)).size).toBe(EquipmentAvailability.values.length)
    expect(breaking(devices, (device) => (device.category === 70) === (device.cableSpec !== null))).toEqual([])
  })

  it('respects the limits of every field', () => {
    expect(breaking(devices, (device) => isText(device.model, 100))).toEqual([])
    expect(breaking(devices, (device) => device.partNumber === null || isText(device.partNumber, 50))).toEqual([])
    expect(breaking(devices, (device) => isText(device.description, 1000))).toEqual([])
    expect(breaking(devices, (device) => isBetween(device.msrpPrice, 1, 150_000))).toEqual([])
    expect(breaking(devices, (device) => Number.isInteger(device.rackUnits * 2) && isBetween(device.rackUnits, 0, 60))).toEqual([])
    expect(breaking(devices, (device) => device.isRackMountable === device.rackUnits > 0)).toEqual([])
    expect(breaking(devices, (device) => isBetween(device.weightLb, 0.01, 500))).toEqual([])
    for (const size of ['widthIn', 'heightIn', 'depthIn'] as const) {
      expect(breaking(devices, (device) => isBetween(device[size], 0.1, 120))).toEqual([])
    }
  })

  it('has a weight for nearly every rack-mounted device and every other device, typical where the maker states none', () => {
    const inRacks = devices.filter((device) => device.isRackMountable)
    expect(inRacks.filter((device) => device.weightLb !== null).length / inRacks.length).toBeGreaterThan(0.97)
    const weightOf = (model: string) => devices.find((device) => device.model === model)?.weightLb
    expect(['AP4421A', 'AP4421', 'Core 510i', 'QM55C'].map(weightOf)).toEqual([8.66, 7, 20, 40])
    const displays = devices.filter(({ category, diagonalIn }) => category === 30 && diagonalIn !== null && diagonalIn < 100)
    expect(breaking(displays, (device) => device.weightLb !== null)).toEqual([])
    // Cables (70) and software (90) have none.
    const loose = devices.filter(({ category, isRackMountable }) => !isRackMountable && ![70, 90].includes(category))
    expect(breaking(loose, (device) => device.weightLb !== null)).toEqual([])
    expect(['MXA920W-S', 'AD-C6T', 'PT-MZ20K', 'SRG-A40', 'TSW-1070-B-S'].map(weightOf)).toEqual([11, 8, 110, 5, 2])
  })

  it('describes power, network and ports with existing values', () => {
    const power = devices.flatMap((device) => device.powerSpecs)
    expect(power.length).toBeGreaterThan(450)
    expect(
      breaking(
        power,
        (spec) =>
          PowerSpecType.has(spec.type) &&
          PowerSpecAvailability.has(spec.availability) &&
          isBetween(spec.watts, 1, 5000) &&
          (spec.type === PowerSpecType.PoE) === PoEType.has(spec.poeType) &&
          spec.quantity >= 1,
      ),
    ).toEqual([])

    const network = devices.flatMap((device) => device.networkPorts)
    expect(
      breaking(
        network,
        (port) =>
          NetworkPortType.has(port.networkPortType) && isBetween(port.quantity, 1, 256) && port.isPoESource === PoEType.has(port.poeType),
      ),
    ).toEqual([])
    expect(breaking(devices, (device) => device.wirelessProtocols.every((protocol) => WirelessProtocol.has(protocol)))).toEqual([])

    const ports = devices.flatMap((device) => device.ports)
    expect(
      breaking(
        ports,
        (port) =>
          isText(port.name, 60) &&
          PortDirection.has(port.direction) &&
          connectors.includes(port.connector) &&
          port.signalTypes.every((name) => signals.includes(name)),
      ),
    ).toEqual([])
    const twice = devices.filter((device) => repeated(device.ports.map((port) => `${port.direction} ${port.name}`.toLowerCase())).length)
    expect(twice.map((demoDevice) => demoDevice.model)).toEqual([])
  })

  it('excludes pass-through power of PDUs and UPSs from their consumption', () => {
    const passing = devices.filter((device) => device.category === 62 && /PDU|UPS|ATS/.test(device.tag))
    expect(passing.length).toBeGreaterThan(100)
    expect(breaking(passing, (demoDevice) => demoDevice.powerSpecs.every((spec) => spec.watts === null))).toEqual([])
  })

  it('keeps unusual characters of real models', () => {
    for (const odd of ['A__UHD CORE', '.edge-FRAME', 'AppleTV3,1', 'U6+', '107686', 'UniFi Express (UX)', 'SM58-LC']) {
      expect(
        devices.some((device) => device.model === odd),
        odd,
      ).toBe(true)
    }
    expect(byKey.get(deviceKey('Tripp Lite', 'PDUMH15AT'))?.partNumber).toBe('037332126658')
  })
})

describe('demo firm', () => {
  const { people, teams, clients, companies, recipes, spaceTemplates, equipmentGroups, leads, projects } = demoFirm
  const isPerson = (key: string) => people.some((person) => person.key === key)
  const roomsOf = (project: (typeof projects)[number]) =>
    project.buildings.flatMap((building) => building.levels.flatMap((level) => level.rooms))

  it('has 27 people in all roles and labor types, one of them suspended', () => {
    expect(people).toHaveLength(27)
    expect(new Set(people.map((person) => person.role)).size).toBe(4)
    expect(new Set(people.map((person) => person.laborType)).size).toBe(8)
    expect(people.filter((person) => person.isSuspended)).toHaveLength(1)
    expect(repeated(people.map((person) => person.email))).toEqual([])
    expect(breaking(people, (person) => /^[a-z.]+@dna\.example$/.test(person.email))).toEqual([])
    expect(breaking(teams, (team) => isPerson(team.lead) && team.members.every(isPerson))).toEqual([])
    expect(demoFirm.laborRates.map((laborRate) => laborRate.laborType).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('has clients with abbreviations and companies of every other kind', () => {
    expect(clients.length).toBeGreaterThanOrEqual(14)
    expect(breaking(clients, (item) => /^[A-Z0-9_.-]{2,6}$/.test(item.abbreviatedName ?? ''))).toEqual([])
    expect(repeated(clients.map((item) => item.abbreviatedName!))).toEqual([])
    expect(breaking(clients, (item) => isPerson(item.accountManager!))).toEqual([])
    expect(new Set(companies.map((item) => item.type)).size).toBe(6)
    const all = [...clients, ...companies]
    expect(repeated(all.map((demoCompany) => demoCompany.key))).toEqual([])
    expect(breaking(all, (demoCompany) => CompanyType.has(demoCompany.type) && demoCompany.contacts.length > 0)).toEqual([])
    expect(breaking(all, (demoCompany) => repeated(demoCompany.contacts.map((contact) => contact.email)).length === 0)).toEqual([])
    expect(
      breaking(
        all.flatMap((demoCompany) => demoCompany.contacts),
        (item) => /^[a-z.-]+@[a-z]+\.example$/.test(item.email),
      ),
    ).toEqual([])
    expect(breaking(all, (demoCompany) => /^[\d +().x-]{7,40}$/.test(demoCompany.phone))).toEqual([])
    const makers = new Set(devices.map((device) => device.manufacturer))
    expect(breaking(companies, (item) => (item.manufacturers ?? []).every((name) => makers.has(name)))).toEqual([])
  })

  it('formats postal codes by country', () => {
    const rules: Record<string, RegExp> = { US: /^\d{5}$/, CA: /^[A-Z]\d[A-Z] \d[A-Z]\d$/, PL: /^\d\d-\d{3}$/, MX: /^\d{5}$/ }
    const addresses = [...clients, ...companies, ...projects, ...leads].map((item) => item.address)
    expect(breaking(addresses, (address) => (rules[address.country] ?? /^.+$/).test(address.postalCode))).toEqual([])
    const inUnitedStates = addresses.filter((address) => address.country === 'US')
    expect(breaking(inUnitedStates, (inUnitedState) => /^[A-Z]{2}$/.test(inUnitedState.state))).toEqual([])
  })

  it('uses only catalog equipment that may still be added', () => {
    const picks: DemoPick[] = [
      ...recipes.flatMap((item) => item.areaGroups.flatMap((group) => group.equipment)),
      ...equipmentGroups.flatMap((equipmentGroup) => equipmentGroup.items),
    ]
    expect(picks.length).toBeGreaterThan(200)
    expect(breaking(picks, (pick) => findDevice(pick))).toEqual([])
    expect(breaking(picks, (pick) => findDevice(pick)?.availability !== EquipmentAvailability.Deprecated)).toEqual([])
    expect(breaking(picks, (pick) => isBetween(pick.quantity, 1, 9999) && Number.isInteger(pick.quantity))).toEqual([])
    expect(breaking(picks, (pick) => pick.provider === null || ProviderCode.has(pick.provider))).toEqual([])
    expect(breaking(picks, (pick) => pick.installer === null || InstallerCode.has(pick.installer))).toEqual([])
  })

  it('lists each device once per area group, and each area group once per room', () => {
    for (const { key, areaGroups } of recipes) {
      expect(repeated(areaGroups.map((group) => group.name)), key).toEqual([])
      for (const group of areaGroups) {
        expect(repeated(group.equipment.map((pick) => deviceKey(pick.manufacturer, pick.model))), key).toEqual([])
      }
    }
    expect(repeated(recipes.map((item) => item.key))).toEqual([])
  })

  it('has six space templates that are all in use', () => {
    expect(spaceTemplates).toHaveLength(6)
    const used = new Set(projects.flatMap((item) => roomsOf(item).map((room) => room.recipe)))
    for (const key of spaceTemplates) {
      expect(
        recipes.some((item) => item.key === key),
        key,
      ).toBe(true)
      expect(used.has(key), key).toBe(true)
    }
    expect(breaking(recipes, (item) => used.has(item.key) || item.template)).toEqual([])
  })

  it('has projects in all stages with matching statuses, and leads in all statuses', () => {
    expect(projects.length).toBeGreaterThanOrEqual(14)
    for (const stage of [1, 2, 3, 4] as const) {
      expect(projects.filter((item) => item.stage === stage).length).toBeGreaterThanOrEqual(2)
      const allowed: readonly number[] = ProjectStage.get(stage).statuses ?? []
      expect(
        breaking(
          projects.filter((item) => item.stage === stage),
          (item) => allowed.includes(item.status),
        ),
      ).toEqual([])
    }
    expect(new Set(leads.map((lead) => lead.status)).size).toBe(6)
    const paused = [...projects, ...leads].filter((item) => item.reason !== null)
    expect(paused.length).toBeGreaterThanOrEqual(6)
    expect(
      breaking(
        projects.filter((item) => item.status === 1 || item.status === 2),
        (item) => item.reason && item.formerStatus,
      ),
    ).toEqual([])
    expect(repeated([...projects, ...leads].map((item) => item.key))).toEqual([])
  })

  it('references existing people, clients and contacts in its projects', () => {
    const all = [...clients, ...companies]
    const emails = new Set(all.flatMap((demoCompany) => demoCompany.contacts.map((contact) => contact.email)))
    const suspended = people.find((person) => person.isSuspended)!.key
    for (const item of projects) {
      expect([...item.team, item.associateConsultant, item.projectManager].filter((key) => !isPerson(key) || key === suspended)).toEqual([])
      expect(item.client === null || clients.some((client) => client.key === item.client), item.key).toBe(true)
      expect(
        breaking(item.companies, (link) => companies.some((company) => company.key === link.company && company.type === link.type)),
      ).toEqual([])
      expect(breaking(item.contacts, (contact) => emails.has(contact.email))).toEqual([])
      expect(breaking(item.notes, (note) => isPerson(note.author))).toEqual([])
      expect(item.targetDay).toBeGreaterThan(item.startDay)
      expect(item.createDay).toBeLessThan(item.startDay)
      expect(item.startDay).toBeGreaterThanOrEqual(-365)
      expect(isBetween(item.installationFactor, 0, 5)).toBe(true)
    }
    expect(breaking(leads, (lead) => lead.client === null || clients.some((client) => client.key === lead.client))).toEqual([])
    for (const outside of demoFirm.externalPeople) {
      expect(emails.has(outside.email)).toBe(true)
      expect(breaking(outside.projects, (key) => projects.some((item) => item.key === key))).toEqual([])
    }
    for (const { manufacturer, sentBack } of demoFirm.manufacturerPeople)
      expect(breaking(sentBack, ({ model }) => byKey.has(deviceKey(manufacturer, model)))).toEqual([])
  })

  it('equips its projects: some have two buildings of two levels and ten spaces', () => {
    const large = projects.filter(
      (item) => item.buildings.length >= 2 && item.buildings.every((building) => building.levels.length >= 2) && roomsOf(item).length >= 10,
    )
    expect(large.length).toBeGreaterThanOrEqual(4)
    for (const item of projects) {
      expect(repeated(roomsOf(item).map((room) => room.name.toLowerCase())), item.key).toEqual([])
      expect(repeated(item.buildings.map((building) => building.name)), item.key).toEqual([])
      for (const level of item.buildings.flatMap((building) => building.levels)) {
        expect(repeated(level.rooms.map((room) => room.number.toLowerCase())), item.key).toEqual([])
      }
      expect(breaking(roomsOf(item), (room) => room.recipe === null || recipes.some((recipe) => recipe.key === room.recipe))).toEqual([])
      expect(breaking(roomsOf(item), (room) => SpaceStatus.has(room.status) && room.area > 0 && room.seats >= 0)).toEqual([])
    }
  })

  it('has racks in which every unit exists, fits and does not overlap', () => {
    const racks = projects.flatMap((project) => project.racks.map((rack) => ({ project, rack })))
    expect(racks.length).toBeGreaterThanOrEqual(2)
    for (const { project, rack } of racks) {
      expect(findDevice(rack.enclosure)?.category).toBe(60)
      const room = roomsOf(project).find((item) => item.name === rack.room)
      const group = recipes.find((item) => item.key === room?.recipe)?.areaGroups.find((areaGroup) => areaGroup.name === 'Rack')
      const taken = new Set<string>()
      const units = new Set<string>()
      for (const placed of rack.placements) {
        const line = group?.equipment.find((pick) => pick.manufacturer === placed.manufacturer && pick.model === placed.model)
        expect(line, placed.model).toBeDefined()
        expect(placed.unitIndex).toBeLessThanOrEqual(line!.quantity)
        const height = Math.ceil(findDevice(placed)!.rackUnits)
        expect(height, placed.model).toBeGreaterThan(0)
        expect(placed.startRU + height - 1, placed.model).toBeLessThanOrEqual(rack.heightRU)
        for (let unit = placed.startRU; unit < placed.startRU + height; unit++) {
          expect(taken.has(`${placed.side} ${unit}`), `${rack.name} ${placed.model} at ${unit}`).toBe(false)
          taken.add(`${placed.side} ${unit}`)
        }
        const name = `${placed.model} ${placed.unitIndex}`
        expect(units.has(name), name).toBe(false)
        units.add(name)
      }
    }
  })

  it('has contracts in every status with phase hours of active people', () => {
    const contracts = projects.flatMap((item) => item.contracts)
    expect(new Set(contracts.map((item) => item.status)).size).toBe(ContractStatus.values.length)
    const suspended = people.find((person) => person.isSuspended)!.key
    const phases = contracts.flatMap((item) => item.phases.flatMap((phase) => [phase, ...phase.children]))
    expect(breaking(phases, (phase: DemoPhase) => phase.endDay >= phase.startDay)).toEqual([])
    const records = phases.flatMap((phase) => phase.records)
    expect(breaking(records, (record) => record.hours > 0 && (record.person === null || isPerson(record.person)))).toEqual([])
    expect(records.some((record) => record.person === suspended)).toBe(false)
    expect(new Set(records.map((record) => record.person)).size).toBeGreaterThanOrEqual(25)
    for (const phase of phases) {
      expect(repeated(phase.records.map((record) => `${record.person} ${record.laborType}`))).toEqual([])
    }
    for (const item of projects) expect(repeated(item.contracts.map((contract) => contract.name)), item.key).toEqual([])
  })

  it('offers and requests only hours that a person has', () => {
    const { offers, shiftRequests } = demoFirm
    expect(offers.map((offer) => offer.state).sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect(shiftRequests.map((shiftRequest) => shiftRequest.state).sort()).toEqual([0, 1, 2, 3])
    const hourRequests = [
      ...offers.map((offer) => ({ ...offer, person: offer.source })),
      ...shiftRequests.map((shiftRequest) => ({ ...shiftRequest, person: shiftRequest.requester, month: shiftRequest.fromMonth })),
    ]
    for (const item of hourRequests) {
      const contract = projects.find((p) => p.key === item.project)?.contracts.find((c) => c.name === item.contract)
      expect(contract?.status).toBe(ContractStatus.Approved)
      const phase = contract!.phases.flatMap((p) => [p, ...p.children]).find((p) => p.name === item.phase)!
      const record = phase.records.find((r) => r.person === item.person)
      expect(record, `${item.person} in ${item.phase}`).toBeDefined()
      // The requested month lies entirely inside these days, regardless of the base date's day of the month.
      expect(phase.startDay).toBeLessThanOrEqual(item.month * 30 - 31)
      expect(phase.endDay).toBeGreaterThanOrEqual(item.month * 31 + 31)
      const inMonth = (record!.hours * 28) / (phase.endDay - phase.startDay + 1)
      expect(item.hours, `${item.person} in ${item.phase}`).toBeLessThanOrEqual(inMonth * 0.85)
    }
    for (const offer of offers) expect(isPerson(offer.target) && offer.target !== offer.source).toBe(true)
  })

  it('counts days from the base date', () => {
    expect(onDay('2026-03-01', -1)).toBe('2026-02-28')
    expect(onDay('2026-11-21', 365)).toBe('2027-11-21')
  })
})

describe('working time of the demo', () => {
  const known = new Set(demoFirm.people.filter(({ isSuspended }) => !isSuspended).map(({ key }) => key))
  const { calendars, schedules, absences } = demoTime

  it('references people who work at the firm', () => {
    const named = [...calendars.flatMap(({ people }) => people), ...[...schedules, ...absences].map(({ person }) => person)]
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((key) => !known.has(key))).toEqual([])
    expect(schedules.filter(({ hours }) => hours.length !== 7)).toEqual([])
  })

  it('has one default calendar with the holidays of the year', () => {
    expect(calendars.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const days = holidaysIn([2026], calendars.find(({ isDefault }) => isDefault)?.days ?? [])
    expect(Object.fromEntries(days.map(({ date, name }) => [name, date]))).toMatchObject({
      'Martin Luther King Jr. Day': '2026-01-19',
      'Memorial Day': '2026-05-25',
      // July 4, 2026 is a Saturday, so it is observed on Friday.
      'Independence Day': '2026-07-03',
      'Thanksgiving Day': '2026-11-26',
      'Day after Thanksgiving': '2026-11-27',
    })
    expect(dayOfWeek('2026-11-22', 1, 5)).toBe('2026-11-27')
  })
})

describe('identity of the firm and its clients', () => {
  it('has a logo for every client, clean and unlike the others', () => {
    expect(demoFirm.clients.map(({ key }) => key).filter((key) => !(key in clientMarks))).toEqual([])
    const logos = [...Object.values(clientMarks), firmMark].map(markSvg)
    expect(new Set(logos).size).toBe(logos.length)
    for (const logo of logos) expect(cleanSvg(logo).svg).toContain('viewBox="0 0 64 64"')
  })

  it('sets only texts that documents use, and within their limits', () => {
    for (const [key, text] of Object.entries(firmTexts)) {
      expect(findBuiltInSetting(key)?.type, key).toBe('text')
      expect(settingProblem(key, 'text', text), key).toBeUndefined()
      expect(isText(text.replace(/\n\n/g, ' '), 4000), key).toBe(true)
    }
  })
})
