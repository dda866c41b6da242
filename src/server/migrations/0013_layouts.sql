CREATE TABLE "layout_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "layout_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"description" text,
	"layout" smallint NOT NULL,
	"sheet_size" text NOT NULL,
	"document_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"view_ids" bigint[] DEFAULT '{}' NOT NULL,
	"title_block_image_url" text
);
--> statement-breakpoint
CREATE TABLE "layout_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "layout_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"abbreviation" text,
	"description" text,
	"document_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"scale" text,
	"image_url" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "unique_layout_templates_name" ON "layout_templates" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "layout_templates_search" ON "layout_templates" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "layout_templates_updated" ON "layout_templates" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_layout_views_name" ON "layout_views" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "layout_views_search" ON "layout_views" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "layout_views_updated" ON "layout_views" USING btree ("update_date","id");