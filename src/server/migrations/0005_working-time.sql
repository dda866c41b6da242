CREATE TABLE "absences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "absences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"from_half" boolean DEFAULT false NOT NULL,
	"to_half" boolean DEFAULT false NOT NULL,
	"kind" smallint NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "holiday_calendars" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "holiday_calendars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"is_default" boolean DEFAULT false NOT NULL,
	"days" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"from_date" date NOT NULL,
	"hours" integer[] NOT NULL,
	"availability_percent" smallint DEFAULT 100 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "working_times" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "working_times_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"holiday_calendar_id" bigint,
	"row_version" integer DEFAULT 1 NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_schedules" ADD CONSTRAINT "work_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_times" ADD CONSTRAINT "working_times_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_times" ADD CONSTRAINT "working_times_holiday_calendar_id_holiday_calendars_id_fk" FOREIGN KEY ("holiday_calendar_id") REFERENCES "public"."holiday_calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absences_user" ON "absences" USING btree ("user_id","to_date");--> statement-breakpoint
CREATE INDEX "absences_search" ON "absences" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "absences_updated" ON "absences" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_holiday_calendars_name" ON "holiday_calendars" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_holiday_calendars_default" ON "holiday_calendars" USING btree ("is_default") WHERE is_default and not is_deleted;--> statement-breakpoint
CREATE INDEX "holiday_calendars_search" ON "holiday_calendars" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "holiday_calendars_updated" ON "holiday_calendars" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_schedules_key" ON "work_schedules" USING btree (coalesce("user_id", '00000000-0000-0000-0000-000000000000'::uuid),"from_date");--> statement-breakpoint
CREATE UNIQUE INDEX "working_times_key" ON "working_times" USING btree (coalesce("user_id", '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
CREATE INDEX "working_times_calendar" ON "working_times" USING btree ("holiday_calendar_id");--> statement-breakpoint
INSERT INTO "work_schedules" ("user_id", "from_date", "hours")
  SELECT "id", "create_date"::date, ARRAY(SELECT CASE WHEN day > 5 THEN 0 ELSE "weekly_capacity_hours" / 5 + (day <= "weekly_capacity_hours" % 5)::int END FROM generate_series(1, 7) day)
  FROM "users" WHERE NOT "is_external_user" AND "weekly_capacity_hours" <> 4000;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "weekly_capacity_hours";