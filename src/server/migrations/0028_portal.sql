CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"revision_id" bigint,
	"task_id" bigint,
	"title" text NOT NULL,
	"fingerprint" text NOT NULL,
	"note" text,
	"name" text NOT NULL,
	"company" text,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid NOT NULL,
	"file_id" uuid,
	"proof_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"subject" smallint NOT NULL,
	"subject_id" bigint NOT NULL,
	"thread_id" bigint,
	"text" text NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid NOT NULL,
	"resolved_date" timestamp(3) with time zone,
	"resolved_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewer_id" uuid;--> statement-breakpoint
ALTER TABLE "equipments" ADD COLUMN "internal_notes" text;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD COLUMN "show_cables" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD COLUMN "can_comment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD COLUMN "can_approve" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "revision_contents" ADD COLUMN "fingerprint" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "revision_contents" ADD COLUMN "file_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "revision_contents" SET "fingerprint" = encode(sha256(convert_to("contents"::text, 'UTF8')), 'hex');--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_project" ON "approvals" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_revision" ON "approvals" USING btree ("revision_id","created_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_file" ON "approvals" USING btree ("task_id","created_by_id");--> statement-breakpoint
CREATE INDEX "comments_project" ON "comments" USING btree ("project_id","subject","subject_id");--> statement-breakpoint
CREATE INDEX "comments_thread" ON "comments" USING btree ("thread_id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewer_id_users_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;