CREATE TABLE "change_set_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_set_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change_set_id" bigint NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"name" text NOT NULL,
	"project_id" bigint,
	"place" jsonb,
	"before" jsonb,
	"after" jsonb,
	"kept" jsonb
);
--> statement-breakpoint
CREATE TABLE "change_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"kind" smallint NOT NULL,
	"title" text NOT NULL,
	"permissions" text[] NOT NULL,
	"project_ids" bigint[] DEFAULT '{}' NOT NULL,
	"created_count" integer NOT NULL,
	"updated_count" integer NOT NULL,
	"deleted_count" integer NOT NULL,
	"restored_count" integer NOT NULL,
	"kept_count" integer DEFAULT 0 NOT NULL,
	"undoes_id" bigint,
	"undone_by_id" bigint
);
--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD CONSTRAINT "change_set_rows_change_set_id_change_sets_id_fk" FOREIGN KEY ("change_set_id") REFERENCES "public"."change_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_undoes_id_change_sets_id_fk" FOREIGN KEY ("undoes_id") REFERENCES "public"."change_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_undone_by_id_change_sets_id_fk" FOREIGN KEY ("undone_by_id") REFERENCES "public"."change_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_set_rows_set" ON "change_set_rows" USING btree ("change_set_id","id");--> statement-breakpoint
CREATE INDEX "change_sets_search" ON "change_sets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "change_sets_updated" ON "change_sets" USING btree ("update_date","id");