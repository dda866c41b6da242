import type { Fields, InputOf, Resource, ValuesOf } from '../../model/kit/description.ts'
import { checkShape } from '../../model/kit/field.ts'
import { badRequest } from '../kit/request/errors.ts'

/** Validates CAD values as fields of an entity, with defaults; errors are those of a request. */
export function asFields<F extends Fields>({ fields }: Pick<Resource<F>, 'fields'>, values: InputOf<F>): ValuesOf<F> {
  const problems: Record<string, string[]> = {}
  const clean = checkShape(fields, values, (message, path = '') => {
    problems[path] = [...(problems[path] ?? []), `${fields[path.replace(/[.[].*/, '')]?.label ?? path}: ${message}`]
  })
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  return clean
}
