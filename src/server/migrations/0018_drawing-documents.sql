CREATE TABLE "drawing_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drawing_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"document_type" smallint NOT NULL,
	"associate_type" smallint NOT NULL,
	"associate_id" bigint,
	"naming_template_id" bigint,
	"number" text,
	"is_number_manual" boolean DEFAULT false NOT NULL,
	"title" text NOT NULL,
	"sequence" integer NOT NULL,
	"layout" smallint NOT NULL,
	"layout_template_id" bigint,
	"layout_view_ids" bigint[] DEFAULT '{}' NOT NULL,
	"state" smallint DEFAULT 1 NOT NULL,
	"assigned_user_id" uuid,
	"due_date" date,
	"issue_date" date,
	"revision" text,
	"notes" text,
	"file_id" uuid
);
--> statement-breakpoint
ALTER TABLE "drawing_documents" ADD CONSTRAINT "drawing_documents_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_documents" ADD CONSTRAINT "drawing_documents_naming_template_id_naming_templates_id_fk" FOREIGN KEY ("naming_template_id") REFERENCES "public"."naming_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_documents" ADD CONSTRAINT "drawing_documents_layout_template_id_layout_templates_id_fk" FOREIGN KEY ("layout_template_id") REFERENCES "public"."layout_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_drawing_documents_number" ON "drawing_documents" USING btree ("project_id",dna_key("number")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "drawing_documents_project" ON "drawing_documents" USING btree ("project_id","document_type","sequence");--> statement-breakpoint
CREATE INDEX "drawing_documents_associate" ON "drawing_documents" USING btree ("associate_type","associate_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "drawing_documents_due" ON "drawing_documents" USING btree ("due_date") WHERE not is_deleted;