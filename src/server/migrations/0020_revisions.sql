CREATE TABLE "revision_contents" (
	"revision_id" bigint PRIMARY KEY NOT NULL,
	"contents" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"title" text NOT NULL,
	"issue_date" date NOT NULL,
	"phase" text,
	"note" text,
	"space_count" integer NOT NULL,
	"equipment_count" integer NOT NULL,
	"total_msrp_price" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "revision_contents" ADD CONSTRAINT "revision_contents_revision_id_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_revisions_code" ON "revisions" USING btree ("project_id",dna_key("code")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "revisions_project" ON "revisions" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "revisions_search" ON "revisions" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "revisions_updated" ON "revisions" USING btree ("update_date","id");