CREATE TABLE "space_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "space_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"image_url" text,
	"industry_type" smallint,
	"default_complexity" smallint,
	"equipment_count" integer DEFAULT 0 NOT NULL,
	"total_msrp_price" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_template_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "space_template_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"space_template_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"contents" jsonb NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "naming_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "naming_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"document_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"segments" jsonb NOT NULL,
	"example" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_template_area_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "space_template_area_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"space_template_id" bigint NOT NULL,
	"name" text NOT NULL,
	"order" integer,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "space_template_equipment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "space_template_equipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"space_template_id" bigint NOT NULL,
	"area_group_id" bigint,
	"equipment_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"provider" text NOT NULL,
	"installer" text NOT NULL,
	"unit_price_override" bigint,
	"is_existing" boolean DEFAULT false NOT NULL,
	"label" text,
	"notes" text
);
--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "space_template_id" bigint;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "template_version_id" bigint;--> statement-breakpoint
ALTER TABLE "space_template_versions" ADD CONSTRAINT "space_template_versions_space_template_id_space_templates_id_fk" FOREIGN KEY ("space_template_id") REFERENCES "public"."space_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_area_groups" ADD CONSTRAINT "space_template_area_groups_space_template_id_space_templates_id_fk" FOREIGN KEY ("space_template_id") REFERENCES "public"."space_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_equipment" ADD CONSTRAINT "space_template_equipment_space_template_id_space_templates_id_fk" FOREIGN KEY ("space_template_id") REFERENCES "public"."space_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_equipment" ADD CONSTRAINT "space_template_equipment_area_group_id_space_template_area_groups_id_fk" FOREIGN KEY ("area_group_id") REFERENCES "public"."space_template_area_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_equipment" ADD CONSTRAINT "space_template_equipment_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_space_templates_name" ON "space_templates" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "space_templates_search" ON "space_templates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "space_templates_updated" ON "space_templates" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "space_template_versions_digest" ON "space_template_versions" USING btree ("space_template_id","digest");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_naming_templates_name" ON "naming_templates" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "naming_templates_search" ON "naming_templates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "naming_templates_updated" ON "naming_templates" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_space_template_area_groups_name" ON "space_template_area_groups" USING btree ("space_template_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "space_template_area_groups_search" ON "space_template_area_groups" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "space_template_area_groups_updated" ON "space_template_area_groups" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "space_template_equipment_template" ON "space_template_equipment" USING btree ("space_template_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "space_template_equipment_equipment" ON "space_template_equipment" USING btree ("equipment_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "space_template_equipment_area_group" ON "space_template_equipment" USING btree ("area_group_id") WHERE not is_deleted;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_space_template_id_space_templates_id_fk" FOREIGN KEY ("space_template_id") REFERENCES "public"."space_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_template_version_id_space_template_versions_id_fk" FOREIGN KEY ("template_version_id") REFERENCES "public"."space_template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spaces_template" ON "spaces" USING btree ("space_template_id") WHERE not is_deleted;