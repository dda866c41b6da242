CREATE TABLE "rack_placements" (
	"unit_id" bigint PRIMARY KEY NOT NULL,
	"rack_id" bigint NOT NULL,
	"start_unit" integer NOT NULL,
	"face" smallint NOT NULL,
	"half" text NOT NULL,
	"shelf_unit_id" bigint,
	"shelf_order" integer
);
--> statement-breakpoint
CREATE TABLE "unit_numbers" (
	"project_id" bigint NOT NULL,
	"tag" text NOT NULL,
	"highest" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "units" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "units_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"unit_index" integer NOT NULL,
	"label" text NOT NULL,
	"is_own_label" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "racks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "racks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"project_id" bigint NOT NULL,
	"space_id" bigint,
	"equipment_id" bigint,
	"name" text NOT NULL,
	"height_r_u" integer NOT NULL,
	"rack_type" smallint NOT NULL,
	"mount_type" smallint NOT NULL,
	"mounting_depth_in" numeric(14, 2),
	"max_weight_lb" numeric(14, 2),
	"starting_unit" integer DEFAULT 1 NOT NULL,
	"is_descending" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connector_physical_types" ADD COLUMN "is_bare_wire" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "equipments" ADD COLUMN "rack_accessory" smallint;--> statement-breakpoint
ALTER TABLE "equipments" ADD COLUMN "diagonal_in" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "equipments" ADD COLUMN "poe_budget_watts" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "equipments" ADD COLUMN "stock_length_ft" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "signal_types" ADD COLUMN "allows_many" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signal_types" ADD COLUMN "length_limit_m" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "space_equipment" ADD COLUMN "rack_id" bigint;--> statement-breakpoint
ALTER TABLE "rack_placements" ADD CONSTRAINT "rack_placements_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rack_placements" ADD CONSTRAINT "rack_placements_rack_id_racks_id_fk" FOREIGN KEY ("rack_id") REFERENCES "public"."racks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rack_placements" ADD CONSTRAINT "rack_placements_shelf_unit_id_units_id_fk" FOREIGN KEY ("shelf_unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_numbers" ADD CONSTRAINT "unit_numbers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_line_id_space_equipment_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."space_equipment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "racks" ADD CONSTRAINT "racks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "racks" ADD CONSTRAINT "racks_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "racks" ADD CONSTRAINT "racks_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rack_placements_rack" ON "rack_placements" USING btree ("rack_id");--> statement-breakpoint
CREATE INDEX "rack_placements_shelf" ON "rack_placements" USING btree ("shelf_unit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_numbers_key" ON "unit_numbers" USING btree ("project_id","tag");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_units_label" ON "units" USING btree ("project_id",dna_key("label")) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "units_of_line" ON "units" USING btree ("line_id","unit_index");--> statement-breakpoint
CREATE INDEX "units_project" ON "units" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_racks_name" ON "racks" USING btree ("project_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "racks_space" ON "racks" USING btree ("space_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "racks_search" ON "racks" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "racks_updated" ON "racks" USING btree ("update_date","id");--> statement-breakpoint
ALTER TABLE "space_equipment" ADD CONSTRAINT "space_equipment_rack_id_racks_id_fk" FOREIGN KEY ("rack_id") REFERENCES "public"."racks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_equipment_rack" ON "space_equipment" USING btree ("rack_id") WHERE not is_deleted;