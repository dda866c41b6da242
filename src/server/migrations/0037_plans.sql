CREATE TABLE "drawing_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drawing_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"title" text NOT NULL,
	"paper" text NOT NULL,
	"file_types" text[] NOT NULL,
	"revision_id" bigint,
	"sheets" jsonb NOT NULL,
	"task_id" bigint
);
--> statement-breakpoint
CREATE TABLE "plan_outlines" (
	"plan_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"points" jsonb NOT NULL,
	"area_ft2" numeric(14, 2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_placements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_placements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"plan_id" bigint NOT NULL,
	"unit_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"x" numeric(14, 4) NOT NULL,
	"y" numeric(14, 4) NOT NULL,
	"rotation" numeric(14, 2) DEFAULT 0 NOT NULL,
	"mounting_height_in" numeric(14, 2)
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"level_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"name" text NOT NULL,
	"file_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"page" integer DEFAULT 1 NOT NULL,
	"pages" integer DEFAULT 1 NOT NULL,
	"rotation" integer DEFAULT 0 NOT NULL,
	"width_pt" numeric(14, 4) NOT NULL,
	"height_pt" numeric(14, 4) NOT NULL,
	"calibration" jsonb,
	"feet_per_point" numeric(14, 10)
);
--> statement-breakpoint
ALTER TABLE "equipments" ADD COLUMN "dispersion_degrees" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "equipments" ADD COLUMN "field_of_view_degrees" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "levels" ADD COLUMN "ceiling_height_ft" numeric(14, 2) DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "drawing_sets" ADD CONSTRAINT "drawing_sets_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_outlines" ADD CONSTRAINT "plan_outlines_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_outlines" ADD CONSTRAINT "plan_outlines_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_placements" ADD CONSTRAINT "plan_placements_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_placements" ADD CONSTRAINT "plan_placements_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_placements" ADD CONSTRAINT "plan_placements_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_level_id_levels_id_fk" FOREIGN KEY ("level_id") REFERENCES "public"."levels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drawing_sets_sequence" ON "drawing_sets" USING btree ("project_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_outlines_key" ON "plan_outlines" USING btree ("plan_id","space_id");--> statement-breakpoint
CREATE INDEX "plan_outlines_space" ON "plan_outlines" USING btree ("space_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_placements_unit" ON "plan_placements" USING btree ("unit_id","kind") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "plan_placements_plan" ON "plan_placements" USING btree ("plan_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "plan_placements_project" ON "plan_placements" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "plans_project" ON "plans" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "plans_level" ON "plans" USING btree ("level_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "plans_file" ON "plans" USING btree ("file_id");