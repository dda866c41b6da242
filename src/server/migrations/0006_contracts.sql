CREATE TABLE "construction_phases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "construction_phases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"parent_phase_id" bigint,
	"type" smallint NOT NULL,
	"name" text NOT NULL,
	"date_range_type" smallint NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"discipline" smallint,
	"order" integer NOT NULL,
	"fee_type" smallint NOT NULL,
	"fee" bigint,
	"percent_complete" numeric(14, 2),
	"row_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"document_date" date,
	"file_id" uuid NOT NULL,
	"row_version" integer DEFAULT 1 NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "contract_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"action" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"user_id" uuid,
	"date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"comment" text
);
--> statement-breakpoint
CREATE TABLE "contract_labor_rates" (
	"contract_id" bigint NOT NULL,
	"labor_type" smallint NOT NULL,
	"sell_rate" bigint NOT NULL,
	"cost_rate" bigint NOT NULL,
	"ga_fee_percent" numeric(14, 2) NOT NULL,
	CONSTRAINT "contract_labor_rates_contract_id_labor_type_pk" PRIMARY KEY("contract_id","labor_type")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"type" smallint NOT NULL,
	"origin" smallint NOT NULL,
	"status" smallint NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"proposal_type" smallint NOT NULL,
	"combined_proposal_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"manufacturer_id" bigint,
	"scope" text,
	"valid_until_date" date,
	"start_date" date,
	"end_date" date,
	"first_date" date,
	"last_date" date,
	"tempo_url" text,
	"resource_offer_id" bigint,
	"shift_request_id" bigint,
	"sent_for_approval_by_id" uuid,
	"sent_for_approval_date" timestamp(3) with time zone,
	"approved_by_id" uuid,
	"approved_date" timestamp(3) with time zone,
	"update_comment" text,
	"labor_hours" bigint DEFAULT 0 NOT NULL,
	"labor_revenue" bigint DEFAULT 0 NOT NULL,
	"labor_cost" bigint DEFAULT 0 NOT NULL,
	"direct_expenses_revenue" bigint DEFAULT 0 NOT NULL,
	"direct_expenses_cost" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "direct_expenses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "direct_expenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"contract_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"category" smallint NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"revenue" bigint DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"user_id" uuid,
	"sub_contractor_id" bigint,
	"receipt_file_id" uuid,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "dna_defaults" (
	"id" integer PRIMARY KEY NOT NULL,
	"project_access_group_ids" bigint[] DEFAULT '{}' NOT NULL,
	"lead_access_group_ids" bigint[] DEFAULT '{}' NOT NULL,
	"resource_offers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"shift_requests" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"row_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dna_labor_rates" (
	"labor_type" smallint PRIMARY KEY NOT NULL,
	"sell_rate" bigint NOT NULL,
	"cost_rate" bigint NOT NULL,
	"ga_fee_percent" numeric(14, 2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phase_records" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "phase_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contract_id" bigint NOT NULL,
	"phase_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"user_id" uuid,
	"generic_name" text,
	"labor_type" smallint NOT NULL,
	"hours" bigint NOT NULL,
	"allocations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sell_rate" bigint,
	"cost_rate" bigint,
	"ga_fee_percent" numeric(14, 2),
	"source_record_id" bigint,
	"note" text,
	"row_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_labor_rates" (
	"user_id" uuid NOT NULL,
	"labor_type" smallint NOT NULL,
	"sell_rate" bigint,
	"cost_rate" bigint,
	CONSTRAINT "user_labor_rates_user_id_labor_type_pk" PRIMARY KEY("user_id","labor_type")
);
--> statement-breakpoint
ALTER TABLE "construction_phases" ADD CONSTRAINT "construction_phases_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_documents" ADD CONSTRAINT "contract_documents_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_events" ADD CONSTRAINT "contract_events_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_labor_rates" ADD CONSTRAINT "contract_labor_rates_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_manufacturer_id_manufacturers_id_fk" FOREIGN KEY ("manufacturer_id") REFERENCES "public"."manufacturers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_expenses" ADD CONSTRAINT "direct_expenses_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_expenses" ADD CONSTRAINT "direct_expenses_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_expenses" ADD CONSTRAINT "direct_expenses_sub_contractor_id_sub_contractors_id_fk" FOREIGN KEY ("sub_contractor_id") REFERENCES "public"."sub_contractors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phase_records" ADD CONSTRAINT "phase_records_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phase_records" ADD CONSTRAINT "phase_records_phase_id_construction_phases_id_fk" FOREIGN KEY ("phase_id") REFERENCES "public"."construction_phases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phase_records" ADD CONSTRAINT "phase_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_labor_rates" ADD CONSTRAINT "user_labor_rates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "construction_phases_contract" ON "construction_phases" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "construction_phases_dates" ON "construction_phases" USING btree ("start_date","end_date");--> statement-breakpoint
CREATE INDEX "contract_documents_contract" ON "contract_documents" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "contract_events_contract" ON "contract_events" USING btree ("contract_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_contracts_number" ON "contracts" USING btree (dna_key("number"));--> statement-breakpoint
CREATE UNIQUE INDEX "unique_contracts_name" ON "contracts" USING btree ("project_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "contracts_project" ON "contracts" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "contracts_status" ON "contracts" USING btree ("status","is_archived") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "contracts_search" ON "contracts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contracts_updated" ON "contracts" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "direct_expenses_contract" ON "direct_expenses" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "direct_expenses_date" ON "direct_expenses" USING btree ("date");--> statement-breakpoint
CREATE INDEX "direct_expenses_search" ON "direct_expenses" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "direct_expenses_updated" ON "direct_expenses" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "phase_records_phase" ON "phase_records" USING btree ("phase_id");--> statement-breakpoint
CREATE INDEX "phase_records_contract" ON "phase_records" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "phase_records_user" ON "phase_records" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phase_records_source" ON "phase_records" USING btree ("source_record_id");