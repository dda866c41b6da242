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
ALTER TABLE "project_budgets" ADD CONSTRAINT "project_budgets_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_contacts" ADD CONSTRAINT "project_contacts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_contacts" ADD CONSTRAINT "project_contacts_contact_id_company_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."company_contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_notes" ADD CONSTRAINT "project_notes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_variables" ADD CONSTRAINT "project_variables_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_versions" ADD CONSTRAINT "project_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timeline_items" ADD CONSTRAINT "timeline_items_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_contacts_project" ON "project_contacts" USING btree ("project_id","order");--> statement-breakpoint
CREATE UNIQUE INDEX "project_contacts_contact" ON "project_contacts" USING btree ("project_id","contact_id");--> statement-breakpoint
CREATE INDEX "project_notes_project" ON "project_notes" USING btree ("project_id","is_pinned","create_date") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "project_notes_search" ON "project_notes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "project_notes_updated" ON "project_notes" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "project_presence_project" ON "project_presence" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "project_presence_node" ON "project_presence" USING btree ("node");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_project_variables_name" ON "project_variables" USING btree ("project_id",dna_key("name"));--> statement-breakpoint
CREATE INDEX "project_variables_project" ON "project_variables" USING btree ("project_id","order");--> statement-breakpoint
CREATE INDEX "timeline_items_project" ON "timeline_items" USING btree ("project_id","date") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "timeline_items_search" ON "timeline_items" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "timeline_items_updated" ON "timeline_items" USING btree ("update_date","id");