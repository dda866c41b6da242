CREATE TABLE "cable_rules" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"slack_percent" numeric(14, 2) NOT NULL,
	"end_length_ft" numeric(14, 2) NOT NULL,
	"inside_ft" numeric(14, 2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conduits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conduits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"name" text NOT NULL,
	"from_space_id" bigint,
	"to_space_id" bigint,
	"trade_size" text,
	"inner_diameter_in" numeric(14, 3),
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "connection_numbers" (
	"project_id" bigint NOT NULL,
	"prefix" text NOT NULL,
	"highest" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"from_unit_id" bigint NOT NULL,
	"from_port_id" bigint NOT NULL,
	"from_port_name" text NOT NULL,
	"to_unit_id" bigint NOT NULL,
	"to_port_id" bigint NOT NULL,
	"to_port_name" text NOT NULL,
	"signal_type_id" bigint NOT NULL,
	"cable_equipment_id" bigint,
	"number" text NOT NULL,
	"is_manual" boolean DEFAULT false NOT NULL,
	"length_ft" numeric(14, 2),
	"state" smallint DEFAULT 1 NOT NULL,
	"bundle" text,
	"path" text,
	"conduit_id" bigint,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "diagram_positions" (
	"unit_id" bigint PRIMARY KEY NOT NULL,
	"x" integer NOT NULL,
	"y" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_distances" (
	"project_id" bigint NOT NULL,
	"from_space_id" bigint NOT NULL,
	"to_space_id" bigint NOT NULL,
	"distance_ft" numeric(14, 2) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cable_rules" ADD CONSTRAINT "cable_rules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conduits" ADD CONSTRAINT "conduits_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conduits" ADD CONSTRAINT "conduits_from_space_id_spaces_id_fk" FOREIGN KEY ("from_space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conduits" ADD CONSTRAINT "conduits_to_space_id_spaces_id_fk" FOREIGN KEY ("to_space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_numbers" ADD CONSTRAINT "connection_numbers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_from_unit_id_units_id_fk" FOREIGN KEY ("from_unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_to_unit_id_units_id_fk" FOREIGN KEY ("to_unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_signal_type_id_signal_types_id_fk" FOREIGN KEY ("signal_type_id") REFERENCES "public"."signal_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_cable_equipment_id_equipments_id_fk" FOREIGN KEY ("cable_equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_conduit_id_conduits_id_fk" FOREIGN KEY ("conduit_id") REFERENCES "public"."conduits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "diagram_positions" ADD CONSTRAINT "diagram_positions_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_distances" ADD CONSTRAINT "space_distances_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_distances" ADD CONSTRAINT "space_distances_from_space_id_spaces_id_fk" FOREIGN KEY ("from_space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_distances" ADD CONSTRAINT "space_distances_to_space_id_spaces_id_fk" FOREIGN KEY ("to_space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_conduits_name" ON "conduits" USING btree ("project_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "conduits_search" ON "conduits" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "conduits_updated" ON "conduits" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "connection_numbers_key" ON "connection_numbers" USING btree ("project_id","prefix");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_connections_number" ON "connections" USING btree ("project_id",dna_key("number")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "connections_project" ON "connections" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "connections_from" ON "connections" USING btree ("from_unit_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "connections_to" ON "connections" USING btree ("to_unit_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "connections_conduit" ON "connections" USING btree ("conduit_id") WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "space_distances_key" ON "space_distances" USING btree ("project_id","from_space_id","to_space_id");