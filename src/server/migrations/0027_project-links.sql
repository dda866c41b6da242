CREATE TABLE "project_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"system" smallint NOT NULL,
	"external_id" text,
	"external_key" text,
	"name" text,
	"url" text,
	"status" smallint DEFAULT 0 NOT NULL,
	"visibility" smallint,
	"wanted" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_error" text,
	"last_sync_date" timestamp(3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "service_states" (
	"service" text PRIMARY KEY NOT NULL,
	"last_ok" timestamp(3) with time zone,
	"last_error" text,
	"last_error_date" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "jira_account_id" text;--> statement-breakpoint
ALTER TABLE "project_links" ADD CONSTRAINT "project_links_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "project_links_project" ON "project_links" USING btree ("project_id","system");--> statement-breakpoint
CREATE UNIQUE INDEX "project_links_external" ON "project_links" USING btree ("system","external_id");--> statement-breakpoint
CREATE INDEX "project_links_status" ON "project_links" USING btree ("system","status");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_users_jira_account_id" ON "users" USING btree (lower("jira_account_id")) WHERE not is_deleted;