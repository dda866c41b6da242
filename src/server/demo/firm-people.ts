import { LaborType } from '../../model/access/enums.ts'
import { bool, choiceByKey, listOf, maybe, number, oneOf, readData, row, text } from '../starter/data-file.ts'

const file = readData(new URL('./people.json', import.meta.url), {
  people: listOf(
    row({
      firstName: text,
      lastName: text,
      jobTitle: text,
      role: oneOf('Administrator', 'Project Manager', 'Consultant', 'Read Only'),
      laborType: choiceByKey(LaborType),
      costRate: number,
      weeklyCapacityHours: maybe(number, 40),
      isSuspended: maybe(bool, false),
    }),
  ),
  teams: listOf(row({ name: text, description: text, color: text, lead: text, members: listOf(text) })),
  /** Default hourly rates of new contracts. */
  laborRates: listOf(row({ laborType: choiceByKey(LaborType), sellRate: number, costRate: number, gaFeePercent: number })),
  /** Without members, it includes all employees. */
  accessGroups: listOf(row({ name: text, description: text, members: maybe(listOf(text), undefined) })),
})

/** The key is the part of the email address before the @; projects and contracts reference people by it. */
export const demoPeople = file.people.map((person, i) => {
  const key = `${person.firstName}.${person.lastName}`.toLowerCase()
  return { key, ...person, email: `${key}@dna.example`, phone: `+1 617 555 01${String(i + 10).padStart(2, '0')}` }
})
export const demoTeams = file.teams
export const demoLaborRates = file.laborRates

const everyone = demoPeople.filter(({ isSuspended }) => !isSuspended).map(({ key }) => key)
export const demoAccessGroups = file.accessGroups.map((group) => ({ ...group, members: group.members ?? everyone }))
