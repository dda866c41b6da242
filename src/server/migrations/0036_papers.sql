CREATE TABLE "alternates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alternates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"kind" smallint NOT NULL,
	"line_ids" bigint[] DEFAULT '{}' NOT NULL,
	"added" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_chosen" boolean DEFAULT false NOT NULL,
	"chosen_date" timestamp(3) with time zone,
	"chosen_by" text,
	"applied_date" timestamp(3) with time zone,
	"applied_difference" bigint
);
--> statement-breakpoint
CREATE TABLE "sent_papers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"file_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"report_type" smallint NOT NULL,
	"revision_id" bigint,
	"recipients" jsonb NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"sent_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_by_id" uuid NOT NULL,
	"opened_date" timestamp(3) with time zone,
	"accepted_date" timestamp(3) with time zone,
	"accepted_by" text
);
--> statement-breakpoint
ALTER TABLE "alternates" ADD CONSTRAINT "alternates_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_papers" ADD CONSTRAINT "sent_papers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_papers" ADD CONSTRAINT "sent_papers_revision_id_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_alternates_code" ON "alternates" USING btree ("project_id",dna_key("code")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "alternates_project" ON "alternates" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "alternates_search" ON "alternates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sent_papers_project" ON "sent_papers" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "sent_papers_task" ON "sent_papers" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "sent_papers_file" ON "sent_papers" USING btree ("file_id");