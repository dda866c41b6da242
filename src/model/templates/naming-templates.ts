import { DocumentType } from '../drawings/enums.ts'
import { call, shape } from '../kit/call.ts'
import { choice, choices, defaulted, group, id, integer, list, longText, name, optional, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { NamingSegmentType } from './enums.ts'
import { isPadded } from './naming.ts'

/** Text of a Text segment; surrounding spaces are significant. */
const line = text('Text', { max: 50 })
const textField: typeof line = {
  ...line,
  check(value, report) {
    if (typeof value !== 'string' || /[\0\p{Cs}]/u.test(value)) report(messages.unknown)
    else if (value.length > 50) report(messages.maxLength(50))
    return String(value)
  },
}

const rows = list(
  'Segments',
  {
    type: choice('Segment', NamingSegmentType),
    value: optional(textField),
    padding: optional(integer('Digits', { min: 0, max: 6 })),
  },
  { min: 1, max: 20 },
)

/** Only a Text segment has a text; only numbers are padded with zeros. */
const segments: typeof rows = {
  ...rows,
  check(value, report) {
    const clean = rows.check(value, report)
    for (const [at, segment] of (Array.isArray(clean) ? clean : []).entries()) {
      const isText = segment.type === NamingSegmentType.Text
      if (isText && segment.value === null) report(messages.required, `[${at}].value`)
      if (!isText && segment.value !== null) report('Only a text segment can have its own text.', `[${at}].value`)
      if (segment.padding !== null && !isPadded(segment.type)) report('Only sequences and numbers have digits.', `[${at}].padding`)
    }
    return clean
  },
}

export const namingTemplates = resource({
  path: 'namingTemplates',
  route: '/naming-templates',
  names: { one: 'Naming template', many: 'Naming templates' },
  permission: 'NamingTemplates',
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    description: optional(longText('Description')),
    documentTypes: defaulted(choices('Document types', DocumentType), []),
    segments,
  },
  computed: { example: text('Example') },
  list: {
    columns: ['name', 'description', 'example', 'documentTypes', 'updateDate'],
    optionalColumns: ['createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'description', 'example'],
    sort: ['name'],
  },
  exportCategory: 133,
})

export const evaluateNaming = call({
  method: 'POST',
  path: '/namingTemplates/Evaluate',
  permission: 'NamingTemplates.View',
  summary: 'Preview a name from a naming template in a project',
  body: {
    /** Segments of an unsaved template. */
    segments: optional(segments),
    id: optional(id('Naming template')),
    context: group('Context', {
      projectId: id('Project'),
      spaceId: optional(id('Space')),
      levelId: optional(id('Level')),
      buildingId: optional(id('Building')),
      categoryId: optional(id('Category')),
      documentType: optional(choice('Document type', DocumentType)),
      sequence: optional(integer('Sequence', { min: 0, max: 999_999 })),
    }),
  },
  response: shape({ value: text('Name'), missing: arrayField('Missing', choice('Segment', NamingSegmentType)) }),
})
