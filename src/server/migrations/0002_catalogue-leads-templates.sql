CREATE TABLE "team_members" (
	"team_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "teams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"color" text,
	"lead_user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "change_set_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_set_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change_set_id" bigint NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"name" text NOT NULL,
	"project_id" bigint,
	"place" jsonb,
	"before" jsonb,
	"after" jsonb,
	"kept" jsonb
);
--> statement-breakpoint
CREATE TABLE "change_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"kind" smallint NOT NULL,
	"title" text NOT NULL,
	"permissions" text[] NOT NULL,
	"project_ids" bigint[] DEFAULT '{}' NOT NULL,
	"created_count" integer NOT NULL,
	"updated_count" integer NOT NULL,
	"deleted_count" integer NOT NULL,
	"restored_count" integer NOT NULL,
	"kept_count" integer DEFAULT 0 NOT NULL,
	"undoes_id" bigint,
	"undone_by_id" bigint
);
--> statement-breakpoint
CREATE TABLE "equipment_group_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "equipment_group_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"equipment_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"provider" text,
	"installer" text,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "equipment_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "equipment_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"image_url" text
);
--> statement-breakpoint
CREATE TABLE "client_variables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_variables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" bigint NOT NULL,
	"name" text NOT NULL,
	"label" text,
	"type" smallint NOT NULL,
	"value" jsonb,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"company_type" smallint NOT NULL,
	"company_id" bigint NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text,
	"phone" text,
	"mobile" text,
	"job_title" text,
	"is_primary" boolean DEFAULT false NOT NULL,
	"notes" text,
	"external_user_id" uuid,
	"invitation_id" bigint
);
--> statement-breakpoint
CREATE TABLE "manufacturer_access_entries" (
	"manufacturer_id" bigint NOT NULL,
	"user_id" uuid,
	"access_group_id" bigint,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	CONSTRAINT "manufacturer_access_entries_one" CHECK (("manufacturer_access_entries"."user_id" is null) <> ("manufacturer_access_entries"."access_group_id" is null))
);
--> statement-breakpoint
CREATE TABLE "dashboard_layouts" (
	"user_id" uuid NOT NULL,
	"order" text[] NOT NULL,
	"hidden" text[] NOT NULL,
	CONSTRAINT "dashboard_layouts_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "project_budgets" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"client_budget" bigint,
	"labor_factor" numeric(14, 4) DEFAULT 0 NOT NULL,
	"contingency_percent" numeric(14, 2) DEFAULT 0 NOT NULL,
	"shipping_percent" numeric(14, 2) DEFAULT 0 NOT NULL,
	"tax_percent" numeric(14, 2) DEFAULT 0 NOT NULL,
	"exclude_owner_furnished" boolean DEFAULT true NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "project_companies" (
	"project_id" bigint NOT NULL,
	"company_type" smallint NOT NULL,
	"company_id" bigint NOT NULL,
	"role" text,
	"order" integer NOT NULL,
	CONSTRAINT "project_companies_project_id_company_type_company_id_pk" PRIMARY KEY("project_id","company_type","company_id")
);
--> statement-breakpoint
CREATE TABLE "project_contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"contact_id" bigint,
	"name" text,
	"email" text,
	"phone" text,
	"company_name" text,
	"role" text,
	"is_shared_externally" boolean DEFAULT false NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "project_contacts_named" CHECK ("project_contacts"."contact_id" is not null or "project_contacts"."name" is not null)
);
--> statement-breakpoint
CREATE TABLE "project_external_access_entries" (
	"project_id" bigint NOT NULL,
	"user_id" uuid,
	"access_group_id" bigint,
	"show_prices" boolean DEFAULT false NOT NULL,
	"show_equipment" boolean DEFAULT true NOT NULL,
	"show_documents" boolean DEFAULT false NOT NULL,
	"show_reports" boolean DEFAULT false NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	CONSTRAINT "project_external_access_entries_one" CHECK (("project_external_access_entries"."user_id" is null) <> ("project_external_access_entries"."access_group_id" is null))
);
--> statement-breakpoint
CREATE TABLE "project_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"title" text NOT NULL,
	"body" text NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_presence" (
	"connection_id" text NOT NULL,
	"project_id" bigint NOT NULL,
	"place" text NOT NULL,
	"user_id" uuid NOT NULL,
	"node" text NOT NULL,
	"seen_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_presence_connection_id_project_id_place_pk" PRIMARY KEY("connection_id","project_id","place")
);
--> statement-breakpoint
CREATE TABLE "project_variables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_variables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"label" text,
	"type" smallint NOT NULL,
	"value" jsonb,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_versions" (
	"project_id" bigint NOT NULL,
	"part" text NOT NULL,
	"row_version" integer NOT NULL,
	CONSTRAINT "project_versions_project_id_part_pk" PRIMARY KEY("project_id","part")
);
--> statement-breakpoint
CREATE TABLE "timeline_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timeline_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"title" text NOT NULL,
	"type" smallint NOT NULL,
	"date" date NOT NULL,
	"end_date" date,
	"assigned_user_id" uuid,
	"is_done" boolean DEFAULT false NOT NULL,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "app_settings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"section" text NOT NULL,
	"value_type" text NOT NULL,
	"value" jsonb,
	"description" text,
	"is_built_in" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"category" smallint NOT NULL,
	"file_id" uuid NOT NULL,
	"url" text NOT NULL,
	"is_public_to_external" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_view_groups" (
	"saved_view_id" bigint NOT NULL,
	"access_group_id" bigint NOT NULL,
	CONSTRAINT "saved_view_groups_saved_view_id_access_group_id_pk" PRIMARY KEY("saved_view_id","access_group_id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"is_default" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
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
DROP INDEX "equipments_category";--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "space_template_id" bigint;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "template_version_id" bigint;--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "limits" jsonb;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_lead_user_id_users_id_fk" FOREIGN KEY ("lead_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD CONSTRAINT "change_set_rows_change_set_id_change_sets_id_fk" FOREIGN KEY ("change_set_id") REFERENCES "public"."change_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_undoes_id_change_sets_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."change_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_undone_by_id_change_sets_id_fk" FOREIGN KEY ("undone_by_id") REFERENCES "public"."change_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_group_items" ADD CONSTRAINT "equipment_group_items_group_id_equipment_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."equipment_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_group_items" ADD CONSTRAINT "equipment_group_items_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_variables" ADD CONSTRAINT "client_variables_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_access_entries" ADD CONSTRAINT "manufacturer_access_entries_manufacturer_id_manufacturers_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."manufacturers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_access_entries" ADD CONSTRAINT "manufacturer_access_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_access_entries" ADD CONSTRAINT "manufacturer_access_entries_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_layouts" ADD CONSTRAINT "dashboard_layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_budgets" ADD CONSTRAINT "project_budgets_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_companies" ADD CONSTRAINT "project_companies_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_contacts" ADD CONSTRAINT "project_contacts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_contacts" ADD CONSTRAINT "project_contacts_contact_id_company_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."company_contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD CONSTRAINT "project_external_access_entries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD CONSTRAINT "project_external_access_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD CONSTRAINT "project_external_access_entries_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_notes" ADD CONSTRAINT "project_notes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_variables" ADD CONSTRAINT "project_variables_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_versions" ADD CONSTRAINT "project_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_items" ADD CONSTRAINT "timeline_items_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_groups" ADD CONSTRAINT "saved_view_groups_saved_view_id_saved_views_id_fk" FOREIGN KEY ("saved_view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_groups" ADD CONSTRAINT "saved_view_groups_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_versions" ADD CONSTRAINT "space_template_versions_space_template_id_space_templates_id_fk" FOREIGN KEY ("space_template_id") REFERENCES "public"."space_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_area_groups" ADD CONSTRAINT "space_template_area_groups_space_template_id_space_templates_id_fk" FOREIGN KEY ("space_template_id") REFERENCES "public"."space_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_equipment" ADD CONSTRAINT "space_template_equipment_space_template_id_space_templates_id_fk" FOREIGN KEY ("space_template_id") REFERENCES "public"."space_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_equipment" ADD CONSTRAINT "space_template_equipment_area_group_id_space_template_area_groups_id_fk" FOREIGN KEY ("area_group_id") REFERENCES "public"."space_template_area_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_template_equipment" ADD CONSTRAINT "space_template_equipment_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_members_user" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_teams_name" ON "teams" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "teams_search" ON "teams" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "teams_updated" ON "teams" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "change_set_rows_set" ON "change_set_rows" USING btree ("change_set_id","id");--> statement-breakpoint
CREATE INDEX "change_sets_search" ON "change_sets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "change_sets_updated" ON "change_sets" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "equipment_group_items_group" ON "equipment_group_items" USING btree ("group_id","order");--> statement-breakpoint
CREATE INDEX "equipment_group_items_equipment" ON "equipment_group_items" USING btree ("equipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_equipment_groups_name" ON "equipment_groups" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipment_groups_search" ON "equipment_groups" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "equipment_groups_updated" ON "equipment_groups" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_client_variables_name" ON "client_variables" USING btree ("client_id",dna_key("name"));--> statement-breakpoint
CREATE INDEX "client_variables_client" ON "client_variables" USING btree ("client_id","order");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_company_contacts_email" ON "company_contacts" USING btree ("company_type","company_id",dna_key("email")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "company_contacts_company" ON "company_contacts" USING btree ("company_type","company_id");--> statement-breakpoint
CREATE INDEX "company_contacts_search" ON "company_contacts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_contacts_updated" ON "company_contacts" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacturer_access_entries_user" ON "manufacturer_access_entries" USING btree ("manufacturer_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacturer_access_entries_group" ON "manufacturer_access_entries" USING btree ("manufacturer_id","access_group_id");--> statement-breakpoint
CREATE INDEX "manufacturer_access_entries_by_user" ON "manufacturer_access_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "manufacturer_access_entries_by_group" ON "manufacturer_access_entries" USING btree ("access_group_id");--> statement-breakpoint
CREATE INDEX "project_companies_company" ON "project_companies" USING btree ("company_type","company_id");--> statement-breakpoint
CREATE INDEX "project_contacts_project" ON "project_contacts" USING btree ("project_id","order");--> statement-breakpoint
CREATE UNIQUE INDEX "project_contacts_contact" ON "project_contacts" USING btree ("project_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_external_access_entries_user" ON "project_external_access_entries" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_external_access_entries_group" ON "project_external_access_entries" USING btree ("project_id","access_group_id");--> statement-breakpoint
CREATE INDEX "project_external_access_entries_by_user" ON "project_external_access_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_external_access_entries_by_group" ON "project_external_access_entries" USING btree ("access_group_id");--> statement-breakpoint
CREATE INDEX "project_notes_project" ON "project_notes" USING btree ("project_id","is_pinned","create_date") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "project_notes_search" ON "project_notes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "project_notes_updated" ON "project_notes" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "project_presence_project" ON "project_presence" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "project_presence_node" ON "project_presence" USING btree ("node");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_project_variables_name" ON "project_variables" USING btree ("project_id",dna_key("name"));--> statement-breakpoint
CREATE INDEX "project_variables_project" ON "project_variables" USING btree ("project_id","order");--> statement-breakpoint
CREATE INDEX "timeline_items_project" ON "timeline_items" USING btree ("project_id","date") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "timeline_items_search" ON "timeline_items" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "timeline_items_updated" ON "timeline_items" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_app_settings_key" ON "app_settings" USING btree (dna_key("key")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "app_settings_search" ON "app_settings" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "app_settings_updated" ON "app_settings" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_assets_name" ON "assets" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "assets_search" ON "assets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "assets_updated" ON "assets" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "saved_view_groups_group" ON "saved_view_groups" USING btree ("access_group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_saved_views_name" ON "saved_views" USING btree ("created_by_id","list",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "saved_views_search" ON "saved_views" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "saved_views_updated" ON "saved_views" USING btree ("update_date","id");--> statement-breakpoint
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
CREATE INDEX "equipments_category_manufacture" ON "equipments" USING btree ("category_id","manufacture_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_doubtful" ON "equipments" USING btree ("availability") WHERE not is_deleted and availability in (4, 5);--> statement-breakpoint
CREATE INDEX "equipments_unpriced" ON "equipments" USING btree ("id") WHERE not is_deleted and msrp_price = 0;--> statement-breakpoint
CREATE INDEX "project_access_entries_by_user" ON "project_access_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_access_entries_by_group" ON "project_access_entries" USING btree ("access_group_id");--> statement-breakpoint
CREATE INDEX "area_groups_project" ON "area_groups" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "spaces_template" ON "spaces" USING btree ("space_template_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_category" ON "equipments" USING btree ("category_id","manufacture_name" collate natural_order,"model" collate natural_order,"id") WHERE not is_deleted;