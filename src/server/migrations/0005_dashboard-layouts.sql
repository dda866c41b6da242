CREATE TABLE "dashboard_layouts" (
	"user_id" uuid NOT NULL,
	"order" text[] NOT NULL,
	"hidden" text[] NOT NULL,
	CONSTRAINT "dashboard_layouts_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "dashboard_layouts" ADD CONSTRAINT "dashboard_layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "equipments_doubtful" ON "equipments" USING btree ("availability") WHERE not is_deleted and availability in (4, 5);--> statement-breakpoint
CREATE INDEX "equipments_unpriced" ON "equipments" USING btree ("id") WHERE not is_deleted and msrp_price = 0;