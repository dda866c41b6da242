import { Select } from '@mantine/core'
import { CompanyType } from '../../model/companies/enums.ts'
import { readSiteBundle } from '../../model/site/site-bundle.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { Picker } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'

type Props = ControlProps<number | null> & { form: Form; projectId: number }

/** Chooses a company of the project, or its client; the kind of company follows. */
export function CompanyControl({ form, projectId, value, onBlur, error, readOnly }: Props) {
  const { data } = useRead(readSiteBundle, { params: { id: projectId } }, { isQuiet: true })
  const companies = data?.companies ?? []
  const key = (companyType: unknown, companyId: unknown) => `${companyType} ${companyId}`
  const chosen = value === null ? null : key(form.values.companyType, value)
  return (
    <Select
      label="Responsible company"
      searchable
      clearable={!readOnly}
      readOnly={readOnly}
      error={error}
      onBlur={onBlur}
      placeholder={data && companies.length === 0 ? 'No companies on the project' : undefined}
      data={companies.map(({ companyType, companyId, name }) => ({
        value: key(companyType, companyId),
        label: `${name} (${CompanyType.label(companyType)})`,
      }))}
      value={chosen}
      onChange={(next) => {
        const company = companies.find(({ companyType, companyId }) => key(companyType, companyId) === next)
        form.set('companyType', company?.companyType ?? null)
        form.set('companyId', company?.companyId ?? null)
      }}
    />
  )
}

export function SpaceControl({ projectId, field, value, onChange, onBlur, error, readOnly }: Omit<Props, 'form'>) {
  return (
    <Picker
      label={field.label}
      resource={spaces}
      query={{ projectId: [projectId] }}
      value={value}
      error={error}
      readOnly={readOnly}
      onBlur={onBlur}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  )
}
