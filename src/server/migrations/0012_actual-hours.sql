CREATE TABLE "actual_hours" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "actual_hours_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"user_id" uuid NOT NULL,
	"date" date NOT NULL,
	"project_id" bigint NOT NULL,
	"contract_id" bigint,
	"phase_id" bigint,
	"labor_type" smallint NOT NULL,
	"hours" bigint NOT NULL,
	"note" text,
	"source" smallint DEFAULT 1 NOT NULL,
	"external_id" text
);
--> statement-breakpoint
ALTER TABLE "actual_hours" ADD CONSTRAINT "actual_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "actual_hours" ADD CONSTRAINT "actual_hours_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "actual_hours" ADD CONSTRAINT "actual_hours_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "actual_hours_source" ON "actual_hours" USING btree ("source","external_id") WHERE external_id is not null and not is_deleted;--> statement-breakpoint
CREATE INDEX "actual_hours_user" ON "actual_hours" USING btree ("user_id","date");--> statement-breakpoint
CREATE INDEX "actual_hours_contract" ON "actual_hours" USING btree ("contract_id","date");--> statement-breakpoint
CREATE INDEX "actual_hours_project" ON "actual_hours" USING btree ("project_id","date");--> statement-breakpoint
CREATE INDEX "actual_hours_search" ON "actual_hours" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "actual_hours_updated" ON "actual_hours" USING btree ("update_date","id");