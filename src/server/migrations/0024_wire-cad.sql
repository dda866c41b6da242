CREATE TABLE "wire_cad_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wire_cad_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"wire_cad_id" uuid,
	"cad_manufacturer" text NOT NULL,
	"cad_model" text NOT NULL,
	"facts" jsonb NOT NULL,
	"cad_quantity" integer,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" smallint NOT NULL,
	"equipment_id" bigint,
	"match_ids" bigint[] DEFAULT '{}' NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"action" smallint NOT NULL,
	"is_chosen" boolean DEFAULT false NOT NULL,
	"chosen_equipment_id" bigint,
	"chosen_category_id" bigint,
	"is_applied" boolean DEFAULT false NOT NULL,
	"apply_error" text
);
--> statement-breakpoint
CREATE TABLE "wire_cad_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wire_cad_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"project_id" bigint,
	"wire_cad_project_id" uuid,
	"note" text,
	"source" smallint NOT NULL,
	"state" smallint NOT NULL,
	"source_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reading_notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reject_reason" text,
	"submitted_date" timestamp(3) with time zone,
	"decided_by_id" uuid,
	"decided_date" timestamp(3) with time zone,
	"link_status" smallint NOT NULL,
	"link_error" text,
	"links_posted_date" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "wire_cad_items" ADD CONSTRAINT "wire_cad_items_request_id_wire_cad_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."wire_cad_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wire_cad_items" ADD CONSTRAINT "wire_cad_items_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wire_cad_items" ADD CONSTRAINT "wire_cad_items_chosen_equipment_id_equipments_id_fk" FOREIGN KEY ("chosen_equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wire_cad_items" ADD CONSTRAINT "wire_cad_items_chosen_category_id_categories_id_fk" FOREIGN KEY ("chosen_category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wire_cad_requests" ADD CONSTRAINT "wire_cad_requests_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wire_cad_items_place" ON "wire_cad_items" USING btree ("request_id","place");--> statement-breakpoint
CREATE INDEX "wire_cad_requests_project" ON "wire_cad_requests" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "wire_cad_requests_state" ON "wire_cad_requests" USING btree ("state");--> statement-breakpoint
CREATE INDEX "wire_cad_requests_search" ON "wire_cad_requests" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "wire_cad_requests_updated" ON "wire_cad_requests" USING btree ("update_date","id");