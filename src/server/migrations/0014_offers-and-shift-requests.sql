CREATE TABLE "resource_offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"source_user_id" uuid NOT NULL,
	"target_user_id" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"note" text,
	"state" smallint NOT NULL,
	"hours" bigint NOT NULL,
	"first_month" text NOT NULL,
	"last_month" text NOT NULL,
	"submitted_date" timestamp(3) with time zone,
	"target_decision_date" timestamp(3) with time zone,
	"decided_by_id" uuid,
	"decided_date" timestamp(3) with time zone,
	"decline_reason" text,
	"reject_reason" text,
	"contract_id" bigint
);
--> statement-breakpoint
CREATE TABLE "resource_shift_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resource_shift_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"requester_user_id" uuid NOT NULL,
	"reason" text,
	"lines" jsonb NOT NULL,
	"state" smallint NOT NULL,
	"hours" bigint NOT NULL,
	"from_months" text NOT NULL,
	"to_months" text NOT NULL,
	"labor_types" smallint[] NOT NULL,
	"submitted_date" timestamp(3) with time zone,
	"decided_by_id" uuid,
	"decided_date" timestamp(3) with time zone,
	"reject_reason" text,
	"contract_id" bigint
);
--> statement-breakpoint
ALTER TABLE "resource_offers" ADD CONSTRAINT "resource_offers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_shift_requests" ADD CONSTRAINT "resource_shift_requests_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resource_offers_project" ON "resource_offers" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "resource_offers_source" ON "resource_offers" USING btree ("source_user_id");--> statement-breakpoint
CREATE INDEX "resource_offers_target" ON "resource_offers" USING btree ("target_user_id");--> statement-breakpoint
CREATE INDEX "resource_offers_state" ON "resource_offers" USING btree ("state");--> statement-breakpoint
CREATE INDEX "resource_offers_search" ON "resource_offers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "resource_offers_updated" ON "resource_offers" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "resource_shift_requests_project" ON "resource_shift_requests" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "resource_shift_requests_requester" ON "resource_shift_requests" USING btree ("requester_user_id");--> statement-breakpoint
CREATE INDEX "resource_shift_requests_state" ON "resource_shift_requests" USING btree ("state");--> statement-breakpoint
CREATE INDEX "resource_shift_requests_search" ON "resource_shift_requests" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "resource_shift_requests_updated" ON "resource_shift_requests" USING btree ("update_date","id");