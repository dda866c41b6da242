import { type CadDevice, cadKey, type PlacedDevice } from '../../model/wire-cad/cad-items.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

/** Finds the space for a CAD location: by space number, otherwise by name (domain 13.2). */
export async function spaceFinder(ctx: Context, projectId: number | null): Promise<(device: CadDevice) => PlacedDevice> {
  const spaces =
    projectId === null
      ? []
      : await ctx.rows(
          { id: is.number, name: is.text, number: orNull(is.text) },
          'select id, name, space_number as number from placed_spaces where project_id = $1 and not is_deleted order by id',
          [projectId],
        )
  const byName = new Map(spaces.map(({ id, name }) => [cadKey(name), id]))
  // A number used on two levels is ambiguous, so it matches none.
  const byNumber = new Map<string, number | null>()
  for (const { id, number } of spaces) if (number) byNumber.set(cadKey(number), byNumber.has(cadKey(number)) ? null : id)
  return (device) => {
    const key = cadKey(device.location ?? '')
    return { ...device, spaceId: key === '' ? null : (byNumber.get(key) ?? byName.get(key) ?? null) }
  }
}
