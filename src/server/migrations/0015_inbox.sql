CREATE TABLE "inbox_settings" (
	"user_id" uuid NOT NULL,
	"mail" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "inbox_settings_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"event_key" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" bigint NOT NULL,
	"project_id" bigint,
	"needs" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"by_id" uuid,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"read_date" timestamp(3) with time zone,
	"done_date" timestamp(3) with time zone,
	"snoozed_until" timestamp(3) with time zone,
	"mail_date" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"user_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"entity_id" bigint NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "watches_entity_entity_id_user_id_pk" PRIMARY KEY("entity","entity_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD CONSTRAINT "inbox_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_event" ON "notifications" USING btree ("user_id","event_key");--> statement-breakpoint
CREATE INDEX "notifications_open" ON "notifications" USING btree ("user_id",coalesce(snoozed_until, create_date),"id") WHERE done_date is null;--> statement-breakpoint
CREATE INDEX "notifications_done" ON "notifications" USING btree ("user_id","done_date","id") WHERE done_date is not null;--> statement-breakpoint
CREATE INDEX "notifications_requests" ON "notifications" USING btree ("entity","entity_id") WHERE done_date is null;--> statement-breakpoint
CREATE INDEX "notifications_mail" ON "notifications" USING btree ("user_id") WHERE mail_date is not null;