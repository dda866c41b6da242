/**
 * When a unit's product changes, its cables move to matching ports (domain 22): same name and direction, otherwise the first free port of
 * that direction with the signal. Cables that shared a port share one again (`shared` maps the old port to the new one). A cable without a
 * match stays and is marked. Called by `make_units`, so that every way of replacing equipment handles cables.
 */
export const connectionsSql = [
  `create or replace function move_cables(lines bigint[]) returns void language plpgsql as $f$
declare e record; port record; pass int; before text; shared jsonb := '{}';
begin
  for pass in 1..2 loop
    for e in
      select c.id, x.is_from, x.unit_id, x.port_id, x.port_name, c.signal_type_id, l.equipment_id, s.allows_many,
        (select o.direction from connectable_ports o where o.id = x.port_id) as direction
      from units u join space_equipment l on l.id = u.line_id
        join connections c on u.id in (c.from_unit_id, c.to_unit_id) and not c.is_deleted
        join wire_signals s on s.id = c.signal_type_id,
        lateral (values (true, c.from_unit_id, c.from_port_id, c.from_port_name), (false, c.to_unit_id, c.to_port_id, c.to_port_name))
          x(is_from, unit_id, port_id, port_name)
      where l.id = any(lines) and x.unit_id = u.id
        and not exists (select from connectable_ports p where p.id = x.port_id and p.equipment_id = l.equipment_id)
      order by c.id, x.is_from desc
    loop
      before := concat_ws(' ', e.unit_id, coalesce(e.direction::text, '-'), e.signal_type_id, lower(e.port_name));
      select p.id, p.name into port from connectable_ports p
        where p.equipment_id = e.equipment_id and e.signal_type_id = any(p.signal_type_ids)
          and p.direction = coalesce(e.direction, p.direction)
          and (pass = 2 or lower(p.name) = lower(e.port_name))
          and (e.allows_many and p.id = (shared->before)::bigint
            or not (e.allows_many and shared ? before) and not exists (select from connections c where not c.is_deleted
              and (c.from_unit_id = e.unit_id and c.from_port_id = p.id or c.to_unit_id = e.unit_id and c.to_port_id = p.id)))
        order by p."order", p.id limit 1;
      if found then shared := shared || jsonb_build_object(before, port.id); end if;
      if found and e.is_from then
        update connections set from_port_id = port.id, from_port_name = port.name, row_version = row_version + 1, update_date = now() where id = e.id;
      elsif found then
        update connections set to_port_id = port.id, to_port_name = port.name, row_version = row_version + 1, update_date = now() where id = e.id;
      end if;
    end loop;
  end loop;
end $f$`,
]
