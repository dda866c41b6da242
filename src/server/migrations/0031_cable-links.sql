ALTER TABLE "signal_types" ADD COLUMN "link_type" smallint;--> statement-breakpoint
-- What came with the product says its link; the longest cable is then that of the settings, unless somebody has entered another.
UPDATE "signal_types" t SET "link_type" = x.link, "length_limit_m" = nullif(t."length_limit_m", x.meters)
FROM (VALUES ('HDMI', 4, 3), ('HDBaseT', 5, 70), ('SDI', 8, 70), ('Ethernet', 9, 100), ('AV over IP', 9, 100), ('Dante or AES67', 9, 100),
  ('DisplayPort', 10, 10), ('USB', 13, 4), ('RS-232', 14, 15)) x(name, link, meters)
WHERE t."name" = x.name;--> statement-breakpoint
UPDATE "equipments" SET "cable_spec" = "cable_spec" || '{"kind": null}' WHERE jsonb_typeof("cable_spec") = 'object';
