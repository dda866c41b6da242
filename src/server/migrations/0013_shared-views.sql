CREATE TABLE "saved_view_groups" (
	"saved_view_id" bigint NOT NULL,
	"access_group_id" bigint NOT NULL,
	CONSTRAINT "saved_view_groups_saved_view_id_access_group_id_pk" PRIMARY KEY("saved_view_id","access_group_id")
);
--> statement-breakpoint
ALTER TABLE "saved_view_groups" ADD CONSTRAINT "saved_view_groups_saved_view_id_saved_views_id_fk" FOREIGN KEY ("saved_view_id") REFERENCES "public"."saved_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view_groups" ADD CONSTRAINT "saved_view_groups_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_view_groups_group" ON "saved_view_groups" USING btree ("access_group_id");