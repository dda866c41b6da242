CREATE TABLE "observation_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "observation_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"observation_id" bigint NOT NULL,
	"state" smallint NOT NULL,
	"comment" text,
	"photo_ids" uuid[] DEFAULT '{}' NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"title" text NOT NULL,
	"space_id" bigint,
	"unit_id" bigint,
	"plan_id" bigint,
	"x" numeric(14, 4),
	"y" numeric(14, 4),
	"company_type" smallint,
	"company_id" bigint,
	"severity" smallint NOT NULL,
	"due_date" date,
	"note" text,
	"state" smallint DEFAULT 1 NOT NULL,
	"visit_id" bigint
);
--> statement-breakpoint
CREATE TABLE "rfis" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rfis_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"subject" text NOT NULL,
	"question" text NOT NULL,
	"proposed_answer" text,
	"company_type" smallint,
	"company_id" bigint,
	"due_date" date,
	"cost_impact" smallint NOT NULL,
	"schedule_impact" smallint NOT NULL,
	"space_id" bigint,
	"line_id" bigint,
	"document_id" bigint,
	"plan_id" bigint,
	"x" numeric(14, 4),
	"y" numeric(14, 4),
	"answer" text,
	"answered_date" timestamp(3) with time zone,
	"answered_by_id" uuid,
	"state" smallint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"date" date NOT NULL,
	"people" text[] DEFAULT '{}' NOT NULL,
	"weather" text,
	"summary" text,
	"file_ids" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submittals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submittals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"resubmittal" integer DEFAULT 0 NOT NULL,
	"number" text NOT NULL,
	"title" text NOT NULL,
	"kind" smallint NOT NULL,
	"spec_section" text,
	"company_type" smallint,
	"company_id" bigint,
	"line_ids" bigint[] DEFAULT '{}' NOT NULL,
	"expected_date" date,
	"received_date" date,
	"due_date" date,
	"returned_date" date,
	"reviewer_id" uuid,
	"outcome" smallint,
	"comments" text,
	"file_ids" uuid[] DEFAULT '{}' NOT NULL,
	"substitute_equipment_id" bigint,
	"generated_for" text
);
--> statement-breakpoint
CREATE TABLE "verification_tests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_tests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"item_key" text NOT NULL,
	"position" integer NOT NULL,
	"template_id" bigint,
	"name" text NOT NULL,
	"category" smallint NOT NULL,
	"method" text,
	"expected" text,
	"unit" text,
	"result" smallint DEFAULT 4 NOT NULL,
	"measured" text,
	"note" text,
	"file_ids" uuid[] DEFAULT '{}' NOT NULL,
	"tester_id" uuid,
	"test_date" timestamp(3) with time zone,
	"observation_id" bigint,
	"row_version" integer DEFAULT 1 NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "verification_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "verification_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"items" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "project_external_access_entries" ADD COLUMN "can_site" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "space_templates" ADD COLUMN "verification_template_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "observation_events" ADD CONSTRAINT "observation_events_observation_id_observations_id_fk" FOREIGN KEY ("observation_id") REFERENCES "public"."observations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_visit_id_site_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."site_visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfis" ADD CONSTRAINT "rfis_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfis" ADD CONSTRAINT "rfis_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rfis" ADD CONSTRAINT "rfis_document_id_drawing_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."drawing_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_visits" ADD CONSTRAINT "site_visits_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submittals" ADD CONSTRAINT "submittals_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submittals" ADD CONSTRAINT "submittals_substitute_equipment_id_equipments_id_fk" FOREIGN KEY ("substitute_equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_tests" ADD CONSTRAINT "verification_tests_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_tests" ADD CONSTRAINT "verification_tests_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_tests" ADD CONSTRAINT "verification_tests_template_id_verification_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."verification_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_tests" ADD CONSTRAINT "verification_tests_observation_id_observations_id_fk" FOREIGN KEY ("observation_id") REFERENCES "public"."observations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observation_events_observation" ON "observation_events" USING btree ("observation_id","id");--> statement-breakpoint
CREATE INDEX "observation_events_photos" ON "observation_events" USING gin ("photo_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "observations_sequence" ON "observations" USING btree ("project_id","sequence");--> statement-breakpoint
CREATE INDEX "observations_order" ON "observations" USING btree ("project_id",number collate natural_order,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "observations_space" ON "observations" USING btree ("space_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "observations_company" ON "observations" USING btree ("project_id","company_type","company_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "observations_due" ON "observations" USING btree ("due_date") WHERE not is_deleted and state <> 3;--> statement-breakpoint
CREATE UNIQUE INDEX "rfis_sequence" ON "rfis" USING btree ("project_id","sequence");--> statement-breakpoint
CREATE INDEX "rfis_order" ON "rfis" USING btree ("project_id",number collate natural_order,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "rfis_due" ON "rfis" USING btree ("due_date") WHERE not is_deleted and state = 1;--> statement-breakpoint
CREATE INDEX "site_visits_project" ON "site_visits" USING btree ("project_id","date") WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "submittals_series" ON "submittals" USING btree ("project_id","sequence","resubmittal");--> statement-breakpoint
CREATE UNIQUE INDEX "submittals_generated" ON "submittals" USING btree ("project_id","generated_for") WHERE not is_deleted and resubmittal = 0;--> statement-breakpoint
CREATE INDEX "submittals_order" ON "submittals" USING btree ("project_id",number collate natural_order,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "submittals_due" ON "submittals" USING btree ("due_date") WHERE not is_deleted and outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "verification_tests_key" ON "verification_tests" USING btree ("space_id","item_key");--> statement-breakpoint
CREATE INDEX "verification_tests_project" ON "verification_tests" USING btree ("project_id","space_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_verification_templates_name" ON "verification_templates" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "verification_templates_search" ON "verification_templates" USING gin ("search_text" gin_trgm_ops);