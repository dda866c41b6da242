-- Adds connector types that new databases have. A firm that has a type of this name or code, even deleted or renamed, keeps its own.
WITH added AS (
  INSERT INTO "connector_physical_types" ("name", "code", "available_genders", "pin_count", "pin_style", "is_network", "is_bare_wire")
  SELECT x.name, x.code, '[1, 2]', x.pins, 2, false, false
  FROM (VALUES ('RJ11', 'RJ11', 4), ('RJ12', 'RJ12', 6), ('USB Mini-B', 'MINIB', 5), ('USB Micro-B', 'MICROB', 5)) x(name, code, pins)
  WHERE EXISTS (SELECT FROM "connector_physical_types")
    AND NOT EXISTS (SELECT FROM "connector_physical_types" t WHERE dna_key(t."name") = dna_key(x.name) OR dna_key(t."code") = dna_key(x.code))
  RETURNING "id", "name"
)
UPDATE "signal_types" s SET "compatible_connector_ids" = s."compatible_connector_ids" || (SELECT array_agg(a."id" ORDER BY a."id") FROM added a WHERE a."name" LIKE 'USB %')
WHERE s."name" = 'USB' AND EXISTS (SELECT FROM added a WHERE a."name" LIKE 'USB %');
