CREATE TABLE "bid_addenda" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_addenda_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"package_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"due_at" timestamp(3) with time zone,
	"revision_id" bigint,
	"issued_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bid_adjustments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invitation_id" bigint NOT NULL,
	"row_key" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "bid_drafts" (
	"invitation_id" bigint PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"revision_id" bigint NOT NULL,
	"row_version" integer DEFAULT 1 NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bid_files" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"invitation_id" bigint NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bid_invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"package_id" bigint NOT NULL,
	"company_type" smallint NOT NULL,
	"company_id" bigint NOT NULL,
	"company_name" text NOT NULL,
	"state" smallint DEFAULT 1 NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"viewed_at" timestamp(3) with time zone,
	"declined_reason" text,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bid_packages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"number" text NOT NULL,
	"name" text NOT NULL,
	"instructions" text,
	"revision_id" bigint NOT NULL,
	"scope" jsonb,
	"due_at" timestamp(3) with time zone NOT NULL,
	"validity_days" integer DEFAULT 60 NOT NULL,
	"state" smallint DEFAULT 1 NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cost_lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"alternates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"allowances" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unit_prices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"required_terms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checklist" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"issued_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"awarded_invitation_id" bigint,
	"award_rationale" text,
	"state_reason" text
);
--> statement-breakpoint
CREATE TABLE "bid_people" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invitation_id" bigint NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "bid_questions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"package_id" bigint NOT NULL,
	"invitation_id" bigint NOT NULL,
	"text" text NOT NULL,
	"asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"asked_by_id" uuid,
	"answer" text,
	"answered_at" timestamp(3) with time zone,
	"is_published" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bid_substitutes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_substitutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invitation_id" bigint NOT NULL,
	"line_key" text NOT NULL,
	"decision" smallint NOT NULL,
	"comment" text
);
--> statement-breakpoint
CREATE TABLE "bid_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bid_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invitation_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"revision_id" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"submitted_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"submitted_by_id" uuid,
	"signed_by" text NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contracted_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contracted_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"package_id" bigint NOT NULL,
	"line_key" text NOT NULL,
	"unit_price" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bid_addenda" ADD CONSTRAINT "bid_addenda_package_id_bid_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."bid_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_adjustments" ADD CONSTRAINT "bid_adjustments_invitation_id_bid_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."bid_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_drafts" ADD CONSTRAINT "bid_drafts_invitation_id_bid_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."bid_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_files" ADD CONSTRAINT "bid_files_invitation_id_bid_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."bid_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_invitations" ADD CONSTRAINT "bid_invitations_package_id_bid_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."bid_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_packages" ADD CONSTRAINT "bid_packages_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_packages" ADD CONSTRAINT "bid_packages_revision_id_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_people" ADD CONSTRAINT "bid_people_invitation_id_bid_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."bid_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_questions" ADD CONSTRAINT "bid_questions_package_id_bid_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."bid_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_questions" ADD CONSTRAINT "bid_questions_invitation_id_bid_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."bid_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_substitutes" ADD CONSTRAINT "bid_substitutes_invitation_id_bid_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."bid_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bid_versions" ADD CONSTRAINT "bid_versions_invitation_id_bid_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."bid_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracted_prices" ADD CONSTRAINT "contracted_prices_package_id_bid_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."bid_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_bid_addenda_number" ON "bid_addenda" USING btree ("package_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_bid_adjustments_row" ON "bid_adjustments" USING btree ("invitation_id","row_key");--> statement-breakpoint
CREATE INDEX "bid_files_invitation" ON "bid_files" USING btree ("invitation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_bid_invitations_company" ON "bid_invitations" USING btree ("package_id","company_type","company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_bid_packages_number" ON "bid_packages" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "bid_packages_due" ON "bid_packages" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "bid_packages_search" ON "bid_packages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "unique_bid_people_email" ON "bid_people" USING btree ("invitation_id","email");--> statement-breakpoint
CREATE INDEX "bid_people_user" ON "bid_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bid_questions_package" ON "bid_questions" USING btree ("package_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_bid_substitutes_line" ON "bid_substitutes" USING btree ("invitation_id","line_key");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_bid_versions_version" ON "bid_versions" USING btree ("invitation_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_contracted_prices_line" ON "contracted_prices" USING btree ("package_id","line_key");