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
CREATE TABLE "manufacturer_access_entries" (
	"manufacturer_id" bigint NOT NULL,
	"user_id" uuid,
	"access_group_id" bigint,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	CONSTRAINT "manufacturer_access_entries_one" CHECK (("manufacturer_access_entries"."user_id" is null) <> ("manufacturer_access_entries"."access_group_id" is null))
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
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_lead_user_id_users_id_fk" FOREIGN KEY ("lead_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_access_entries" ADD CONSTRAINT "manufacturer_access_entries_manufacturer_id_manufacturers_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."manufacturers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_access_entries" ADD CONSTRAINT "manufacturer_access_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manufacturer_access_entries" ADD CONSTRAINT "manufacturer_access_entries_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_companies" ADD CONSTRAINT "project_companies_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD CONSTRAINT "project_external_access_entries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD CONSTRAINT "project_external_access_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD CONSTRAINT "project_external_access_entries_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_members_user" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_teams_name" ON "teams" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "teams_search" ON "teams" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "teams_updated" ON "teams" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacturer_access_entries_user" ON "manufacturer_access_entries" USING btree ("manufacturer_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "manufacturer_access_entries_group" ON "manufacturer_access_entries" USING btree ("manufacturer_id","access_group_id");--> statement-breakpoint
CREATE INDEX "manufacturer_access_entries_by_user" ON "manufacturer_access_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "manufacturer_access_entries_by_group" ON "manufacturer_access_entries" USING btree ("access_group_id");--> statement-breakpoint
CREATE INDEX "project_companies_company" ON "project_companies" USING btree ("company_type","company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_external_access_entries_user" ON "project_external_access_entries" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_external_access_entries_group" ON "project_external_access_entries" USING btree ("project_id","access_group_id");--> statement-breakpoint
CREATE INDEX "project_external_access_entries_by_user" ON "project_external_access_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_external_access_entries_by_group" ON "project_external_access_entries" USING btree ("access_group_id");--> statement-breakpoint
CREATE INDEX "project_access_entries_by_user" ON "project_access_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "project_access_entries_by_group" ON "project_access_entries" USING btree ("access_group_id");--> statement-breakpoint
CREATE INDEX "area_groups_project" ON "area_groups" USING btree ("project_id");