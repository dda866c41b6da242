CREATE TABLE "scenarios" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scenarios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"shared_with_ids" uuid[] DEFAULT '{}' NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_scenarios_name" ON "scenarios" USING btree ("created_by_id","project_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "scenarios_project" ON "scenarios" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "scenarios_search" ON "scenarios" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "scenarios_updated" ON "scenarios" USING btree ("update_date","id");