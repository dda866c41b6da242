CREATE TABLE "monthly_plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monthly_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"month" date NOT NULL,
	"project_id" bigint,
	"label" text,
	"planned_hours" bigint NOT NULL,
	"note" text,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "monthly_plans" ADD CONSTRAINT "monthly_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_plans" ADD CONSTRAINT "monthly_plans_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "monthly_plans_key" ON "monthly_plans" USING btree ("month","user_id",coalesce("project_id", 0),coalesce(lower("label"), ''));--> statement-breakpoint
CREATE INDEX "monthly_plans_project" ON "monthly_plans" USING btree ("project_id");