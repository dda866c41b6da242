import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { amountSql, installationSql, unitPriceSql } from '../projects/public.ts'

const amount = amountSql('l', 'e')

/**
 * Amounts in cents of every line that is not deleted: the view behind all sums. A row equals `lineAmounts` of the model. PostgreSQL drops
 * joins whose columns are not selected.
 */
export const lineAmounts = `select l.id, l.project_id, l.space_id, l.area_group_id, l.equipment_id, l.quantity, l.provider, l.installer, l.is_existing,
    ${unitPriceSql('l', 'e')} as unit_price,
    l.unit_price_override is not null as is_agreed,
    ${amount} as amount,
    ${installationSql(amount, 'p.installation_factor')} as installation,
    l.provider = '${ProviderCode.FBO}' as is_owner_furnished,
    l.installer = '${InstallerCode.IBO}' as is_owner_installed,
    l.installer_name, l.label, l.notes, l.circuit_id, l.rack_id,
    coalesce(k.name, (select string_agg(distinct r.name, ', ') from units u join rack_placements m on m.unit_id = u.id join racks r on r.id = m.rack_id
      where u.line_id = l.id)) as rack,
    g.name as area_group, g."order" as area_group_order
  from space_equipment l
    left join equipments e on e.id = l.equipment_id
    left join projects p on p.id = l.project_id
    left join area_groups g on g.id = l.area_group_id
    left join racks k on k.id = l.rack_id
  where not l.is_deleted`
