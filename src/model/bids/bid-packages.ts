import { ProviderCode } from '../catalog/enums.ts'
import {
  boolean,
  choice,
  choices,
  defaulted,
  group,
  id,
  instant,
  integer,
  list,
  longText,
  money,
  name,
  optional,
  pattern,
  reference,
  richText,
  set,
  text,
  uuid,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { objects } from '../kit/response-fields.ts'
import { revisions } from '../reports/revisions.ts'
import { BidPackageState } from './enums.ts'

const key = (label: string) =>
  pattern(label, /^[\w.-]+$/, 'Only letters, digits, hyphens, dots and underscores are valid.', { min: 1, max: 40 })

const defaultCostLines = [
  { key: 'installation', name: 'Installation labor' },
  { key: 'engineering', name: 'Engineering' },
  { key: 'programming', name: 'Programming' },
  { key: 'projectManagement', name: 'Project management' },
  { key: 'freight', name: 'Freight' },
  { key: 'bonds', name: 'Bonds and insurance' },
  { key: 'warranty', name: 'Warranty' },
  { key: 'tax', name: 'Tax' },
]
const defaultChecklist = [
  'Permits',
  'Cutting and patching',
  'Lifts and scaffolding',
  'Testing and commissioning',
  'Training',
  'As-built drawings',
  'First-year service',
  'After-hours work',
]

const packageFile = { fileId: uuid('File'), name: text('Name', { max: 200 }) }
const addendumShape = {
  id: id(),
  number: integer('Number'),
  title: text('Title'),
  text: optional(longText('Text')),
  files: list('Files', packageFile),
  dueAt: optional(instant('Due')),
  revisionId: optional(id('Revision')),
  issuedAt: instant('Issued'),
}
export const addendaField = objects('Addenda', addendumShape)
export const addendumFields = addendumShape

/** An issued design that several firms price (domain 30). */
export const bidPackages = resource({
  path: 'projects/:id/BidPackages',
  entity: 'bidPackages',
  names: { one: 'Bid package', many: 'Bid packages' },
  permission: {
    view: 'ProjectBudget.View',
    create: 'ProjectBudget.Update',
    update: 'ProjectBudget.Update',
    delete: 'ProjectBudget.Update',
  },
  owner: 'project',
  parent: 'projectId',
  logs: true,
  hasSteps: true,
  fields: {
    name: name('Name', { min: 1 }),
    instructions: optional(richText('Instructions')),
    /** Bidders price this issued revision, so what they price never changes. */
    revisionId: reference('Revision', () => revisions),
    /** Each part limits the lines; without any, the package has all counted spaces. */
    scope: optional(
      group('Scope', {
        spaceIds: optional(set('Spaces', id('Space'), { max: 5000 })),
        categoryIds: optional(set('Categories', id('Category'), { max: 500 })),
        providers: optional(choices('Providers', ProviderCode)),
      }),
    ),
    dueAt: instant('Due'),
    validityDays: defaulted(integer('Valid for', { min: 1, max: 3650, unit: 'days' }), 60),
    files: defaulted(list('Files', packageFile, { max: 100 }), []),
    costLines: defaulted(list('Cost lines', { key: key('Key'), name: name('Name', { min: 1 }) }, { max: 50 }), defaultCostLines),
    alternates: defaulted(
      list(
        'Alternates',
        { code: key('Code'), name: name('Name', { min: 1 }), description: optional(longText('Description')) },
        { max: 50 },
      ),
      [],
    ),
    allowances: defaulted(list('Allowances', { name: name('Name', { min: 1 }), amount: money('Amount') }, { max: 50 }), []),
    unitPrices: defaulted(
      list('Unit prices', { name: name('Name', { min: 1 }), unit: optional(text('Unit', { max: 40 })) }, { max: 50 }),
      [],
    ),
    requiredTerms: defaulted(set('Required terms', text('Term', { max: 500 }), { max: 50 }), []),
    checklist: defaulted(set('Scope questions', text('Question', { max: 300 }), { max: 50 }), defaultChecklist),
  },
  computed: {
    projectId: id('Project'),
    number: text('Number'),
    state: choice('State', BidPackageState),
    issuedAt: optional(instant('Issued')),
    invitationCount: integer('Invited'),
    submittedCount: integer('Submitted'),
    /** Until the deadline; null unless bidding is open. */
    secondsLeft: optional(integer('Seconds left')),
    canSeeBids: boolean('Bids are open'),
    lineCount: integer('Lines'),
    addenda: addendaField,
    awardedInvitationId: optional(id('Awarded to')),
    awardRationale: optional(longText('Rationale')),
    stateReason: optional(longText('Reason')),
  },
  list: {
    columns: ['number', 'name', 'revision', 'state', 'dueAt', 'invitationCount', 'submittedCount'],
    optionalColumns: ['projectId', 'issuedAt', 'validityDays', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['number', 'name'],
    sort: ['-number'],
    filters: { states: { label: 'State', kind: 'choice', options: BidPackageState } },
  },
  title: 'name',
  ref: ['number', 'name'],
})
