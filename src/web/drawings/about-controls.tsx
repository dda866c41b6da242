import { MultiSelect, Select, TextInput } from '@mantine/core'
import { categories } from '../../model/catalog/categories.ts'
import { nextDocument } from '../../model/drawings/drawing-documents.ts'
import { AssociateType, DocumentType } from '../../model/drawings/enums.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { MultiPicker, Picker } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import type { Project } from '../projects/public.tsx'

const { Space, Level, Building, NotAssociated } = AssociateType

const locationOptions = ({ buildings }: Project, type: AssociateType) =>
  type === Building
    ? buildings.map(({ id, name }) => ({ value: String(id), label: name }))
    : buildings.flatMap((building) =>
        building.levels.map(({ id, name }) => ({ value: String(id), label: buildings.length > 1 ? `${building.name}, ${name}` : name })),
      )

type AboutProps<T> = ControlProps<T> & { form: Form; project: Project }
const typeIn = (form: Form): AssociateType => (AssociateType.has(form.values.associateType) ? form.values.associateType : NotAssociated)

export function AboutControl({ project, form, value, onChange, onBlur, error, readOnly }: AboutProps<number | null>) {
  const type = typeIn(form)
  if (type === NotAssociated) return <span />
  const common = { label: AssociateType.label(type), error, readOnly, onBlur, required: !readOnly }
  if (type === Level || type === Building)
    return (
      <Select
        {...common}
        searchable
        data={locationOptions(project, type)}
        value={value === null ? null : String(value)}
        onChange={(next) => onChange(next === null ? null : Number(next))}
      />
    )
  const query = type === Space ? { projectId: [project.id] } : {}
  return (
    <Picker
      key={type}
      {...common}
      resource={type === Space ? spaces : categories}
      query={query}
      value={value}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  )
}

export function ManyAboutControl({ project, form, value, onChange, onBlur, error }: AboutProps<number[] | null>) {
  const type = typeIn(form)
  if (type === NotAssociated) return <span />
  const ids = value ?? []
  const common = { error, onBlur, required: true }
  if (type === Level || type === Building)
    return (
      <MultiSelect
        {...common}
        label={type === Level ? 'Levels' : 'Buildings'}
        data={locationOptions(project, type)}
        value={ids.map(String)}
        onChange={(next) => onChange(next.map(Number))}
      />
    )
  return (
    <MultiPicker
      key={type}
      {...common}
      label={type === Space ? 'Spaces' : 'Categories'}
      resource={type === Space ? spaces : categories}
      query={type === Space ? { projectId: [project.id] } : {}}
      value={ids}
      onChange={(next) => onChange(next.map(Number))}
    />
  )
}

export function NamedControl({ project, form, field, name, value, onChange, onBlur, error, readOnly, row }: AboutProps<string | null>) {
  const { documentType, associateId, namingTemplateId } = form.values
  const query = {
    documentType: DocumentType.has(documentType) ? documentType : undefined,
    associateType: typeIn(form),
    associateId: typeof associateId === 'number' ? associateId : undefined,
    namingTemplateId: typeof namingTemplateId === 'number' ? namingTemplateId : undefined,
    docId: typeof row?.id === 'number' ? row.id : undefined,
  }
  const enabled = query.documentType !== undefined && !readOnly
  const { data } = useRead(nextDocument, { params: { id: project.id }, query }, { enabled, isQuiet: true, keepsOld: true })
  const suggested = (name === 'number' ? data?.number : data?.title) ?? undefined
  return (
    <TextInput
      label={field.label}
      description={suggested && value !== suggested ? `If left empty: ${suggested}` : undefined}
      placeholder={suggested}
      value={value ?? ''}
      error={error}
      readOnly={readOnly}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
