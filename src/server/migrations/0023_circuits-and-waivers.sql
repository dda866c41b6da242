CREATE TABLE "design_waivers" (
	"project_id" bigint NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"reason" text NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "circuits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "circuits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"space_id" bigint NOT NULL,
	"panel" text NOT NULL,
	"number" text NOT NULL,
	"breaker_amps" integer NOT NULL,
	"voltage" integer NOT NULL,
	"is_dedicated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "space_equipment" ADD COLUMN "circuit_id" bigint;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "farthest_viewer_ft" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "element_height_percent" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "design_waivers" ADD CONSTRAINT "design_waivers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circuits" ADD CONSTRAINT "circuits_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circuits" ADD CONSTRAINT "circuits_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "design_waivers_key" ON "design_waivers" USING btree ("project_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_circuits_number" ON "circuits" USING btree ("space_id","panel",dna_key("number")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "circuits_project" ON "circuits" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "circuits_search" ON "circuits" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "circuits_updated" ON "circuits" USING btree ("update_date","id");--> statement-breakpoint
ALTER TABLE "space_equipment" ADD CONSTRAINT "space_equipment_circuit_id_circuits_id_fk" FOREIGN KEY ("circuit_id") REFERENCES "public"."circuits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_equipment_circuit" ON "space_equipment" USING btree ("circuit_id") WHERE not is_deleted;