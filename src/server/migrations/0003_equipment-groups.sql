CREATE TABLE "equipment_group_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "equipment_group_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"equipment_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"provider" text,
	"installer" text,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "equipment_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "equipment_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"image_url" text
);
--> statement-breakpoint
ALTER TABLE "equipment_group_items" ADD CONSTRAINT "equipment_group_items_group_id_equipment_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."equipment_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_group_items" ADD CONSTRAINT "equipment_group_items_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "equipment_group_items_group" ON "equipment_group_items" USING btree ("group_id","order");--> statement-breakpoint
CREATE INDEX "equipment_group_items_equipment" ON "equipment_group_items" USING btree ("equipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_equipment_groups_name" ON "equipment_groups" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipment_groups_search" ON "equipment_groups" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "equipment_groups_updated" ON "equipment_groups" USING btree ("update_date","id");