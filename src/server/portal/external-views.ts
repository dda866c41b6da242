import { AssociateType, DocumentState } from '../../model/drawings/enums.ts'
import { uncountedStatuses } from '../../model/spaces/counted-spaces.ts'
import { asWalked } from '../spaces/public.ts'

const countedSpaceSql = (s: string) => `${s}.status <> all('{${uncountedStatuses.join(',')}}')`

/**
 * Spaces external users may see in each project: live, or as of the latest issued revision. Excludes canceled spaces. `place` is the
 * walking order of the building.
 */
export const guestSpaces = `select s.project_id, true as is_live, s.id, s.name, s.space_number as number, s.status, s.building_id, s.building, s.level_id, s.level,
    s.image_url, s.equipment_count as items_count, row_number() over (partition by s.project_id order by ${asWalked('s')}) as place
  from placed_spaces s where not s.is_deleted and ${countedSpaceSql('s')}
  union all select r.project_id, false, x.id, x.name, x.number, x.status, x.building_id, x.building, x.level_id, x.level, x.image_url, x.items_count, x.place
  from issued_revisions r cross join lateral (
    select s.id, s.name, s.number, s.status, coalesce(s."buildingId", now.building_id) as building_id, s.building, coalesce(s."levelId", now.level_id) as level_id,
      s.level, s."imageUrl" as image_url, coalesce(n.quantity, 0)::int as items_count, s.place
    from rows from (json_to_recordset(r.contents->'spaces') as (id bigint, name text, number text, status smallint, "buildingId" bigint, building text,
        "levelId" bigint, level text, "imageUrl" text))
      with ordinality as s(id, name, number, status, "buildingId", building, "levelId", level, "imageUrl", place)
    left join placed_spaces now on now.id = s.id
    left join (select l."spaceId", sum(l.quantity) as quantity from json_to_recordset(r.contents->'lines') as l("spaceId" bigint, quantity integer)
      group by l."spaceId") n on n."spaceId" = s.id
    where ${countedSpaceSql('s')}) x`

export const guestLines = `select a.project_id, true as is_live, a.id, a.space_id, s.name as space, s.number as space_number, s.place,
    a.area_group_order::bigint as group_place, a.area_group, e.tag, e.category, e.manufacturer, e.product_family, e.model, e.description,
    a.quantity, a.provider, a.installer, a.unit_price, a.amount
  from line_amounts a join guest_spaces s on s.id = a.space_id and s.project_id = a.project_id and s.is_live join products e on e.id = a.equipment_id
  union all select r.project_id, false, x.id, x.space_id, x.space, x.space_number, x.place, x.group_place, x.area_group, x.tag, x.category, x.manufacturer,
    x.product_family, x.model, x.description, x.quantity, x.provider, x.installer, x.unit_price, x.unit_price * x.quantity
  from issued_revisions r cross join lateral (
    select l.id, s.id as space_id, s.name as space, s.number as space_number, s.place, g.place as group_place, l."areaGroup" as area_group, l.tag, l.category,
      l.manufacturer, l."productFamily" as product_family, l.model, l.description, l.quantity, l.provider, l.installer, l."unitPrice" as unit_price
    from json_to_recordset(r.contents->'lines') as l(id bigint, "spaceId" bigint, "areaGroupId" bigint, "areaGroup" text, tag text, category text,
      manufacturer text, "productFamily" text, model text, description text, quantity integer, provider text, installer text, "unitPrice" bigint)
    join rows from (json_to_recordset(r.contents->'spaces') as (id bigint, name text, number text, status smallint))
      with ordinality as s(id, name, number, status, place) on s.id = l."spaceId" and ${countedSpaceSql('s')}
    left join rows from (json_to_recordset(r.contents->'areaGroups') as (id bigint)) with ordinality as g(id, place) on g.id = l."areaGroupId") x`

const { InProgress, Completed } = DocumentState
const shownStates = `(${InProgress}, ${Completed})`

/** Drawings external users may see: those in progress and those completed. */
export const guestDocuments = `select d.project_id, true as is_live, d.id, d.number, d.title, d.document_type, d.state, d.revision, d.issue_date, d.file_id,
    case when d.associate_type = ${AssociateType.Space} then d.associate_id end as space_id, row_number() over (partition by d.project_id order by d.document_type, d.sequence, d.id) as place
  from living_documents d where d.state in ${shownStates}
  union all select r.project_id, false, x.id, x.number, x.title, x."documentType", x.state, x.revision, x."issueDate", x."fileId",
    case when x."associateType" = ${AssociateType.Space} then x."associateId" end, x.place
  from issued_revisions r cross join lateral rows from (json_to_recordset(r.contents->'documents') as (id bigint, number text, title text, "documentType" smallint,
      state smallint, revision text, "issueDate" date, "fileId" uuid, "associateType" smallint, "associateId" bigint))
    with ordinality as x(id, number, title, "documentType", state, revision, "issueDate", "fileId", "associateType", "associateId", place)
  where x.state in ${shownStates}`

const revisionSpacesSql = (s: string) =>
  `join json_to_recordset(r.contents->'spaces') as ${s}(id bigint, name text, number text, status smallint)`

/** Cables between these spaces, without those to hidden spaces. Older revisions have no cables. */
export const guestCables = `select w.project_id, true as is_live, w.id, w.number, f.id as from_space_id, f.name as from_space, f.number as from_number, w.from_unit, w.from_port,
    t.id as to_space_id, t.name as to_space, t.number as to_number, w.to_unit, w.to_port, g.name as signal, g.color, e.manufacturer, e.model,
    w.run_ft::float8 as length_ft, w.state, w.bundle, row_number() over (partition by w.project_id order by w.number collate natural_order, w.id) as place
  from wired_connections w join guest_spaces f on f.id = w.from_space_id and f.project_id = w.project_id and f.is_live
    join guest_spaces t on t.id = w.to_space_id and t.project_id = w.project_id and t.is_live
    left join wire_signals g on g.id = w.signal_type_id left join products e on e.id = w.cable_equipment_id
  union all select r.project_id, false, x.id, x.number, x.from_space_id, x.from_space, x.from_number, x."fromUnit", x."fromPort",
    x.to_space_id, x.to_space, x.to_number, x."toUnit", x."toPort", x.signal, x.color, x.manufacturer, x.model, x."runFt", x.state, x.bundle, x.place
  from issued_revisions r cross join lateral (
    select w.*, f.id as from_space_id, f.name as from_space, f.number as from_number, t.id as to_space_id, t.name as to_space, t.number as to_number
    from rows from (json_to_recordset(r.contents->'connections') as (id bigint, number text, "fromSpaceId" bigint, "fromUnit" text, "fromPort" text, "toSpaceId" bigint,
        "toUnit" text, "toPort" text, signal text, color text, manufacturer text, model text, "runFt" float8, state smallint, bundle text))
      with ordinality as w(id, number, "fromSpaceId", "fromUnit", "fromPort", "toSpaceId", "toUnit", "toPort", signal, color, manufacturer, model, "runFt", state, bundle, place)
    ${revisionSpacesSql('f')} on f.id = w."fromSpaceId" and ${countedSpaceSql('f')}
    ${revisionSpacesSql('t')} on t.id = w."toSpaceId" and ${countedSpaceSql('t')}) x`
