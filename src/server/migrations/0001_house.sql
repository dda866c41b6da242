CREATE TABLE "activity_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"project_id" bigint,
	"type" smallint NOT NULL,
	"title" text NOT NULL,
	"notes" text,
	"changes" jsonb,
	"related" jsonb,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"session_id" bigint,
	"ip" text,
	"user_agent" text,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"entity_name" text,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"outcome" text DEFAULT 'Success' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"is_done" boolean DEFAULT false NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recent_access" (
	"user_id" uuid NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"date" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"purpose" text DEFAULT 'file' NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"input" jsonb NOT NULL,
	"share" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"run_after" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"worker" text,
	"last_error" text,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hub_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user" jsonb NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_date" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"is_external" boolean DEFAULT false NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	"permissions" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_date" timestamp(3) with time zone NOT NULL,
	"user_agent" text,
	"ip" text,
	"permissions_version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_brakes" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"avatar_url" text,
	"phone" text,
	"job_title" text,
	"is_suspended" boolean DEFAULT false NOT NULL,
	"is_external_user" boolean DEFAULT false NOT NULL,
	"role_id" bigint NOT NULL,
	"default_labor_type" smallint,
	"weekly_capacity_hours" integer DEFAULT 4000 NOT NULL,
	"password_hash" text,
	"permissions_version" integer DEFAULT 1 NOT NULL,
	"last_sign_in_date" timestamp(3) with time zone,
	"personal_settings" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_types" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signal_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"abbreviation" text NOT NULL,
	"color" text,
	"line_style" text NOT NULL,
	"industry_type" smallint,
	"cable_number_prefix" text,
	"cable_start_number" integer,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "download_tasks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "download_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"file_name" text NOT NULL,
	"url" text,
	"status" smallint DEFAULT 0 NOT NULL,
	"template_type" smallint NOT NULL,
	"download_task_category" smallint NOT NULL,
	"project_id" bigint,
	"project_name" text,
	"parameters" jsonb NOT NULL,
	"progress_percent" integer DEFAULT 0 NOT NULL,
	"start_date" timestamp(3) with time zone,
	"finish_date" timestamp(3) with time zone,
	"expire_date" timestamp(3) with time zone,
	"error_message" text,
	"size" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"file_id" uuid
);
--> statement-breakpoint
ALTER TABLE "password_keys" ADD CONSTRAINT "password_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_log_entity" ON "activity_log" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "activity_log_project" ON "activity_log" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_date" ON "audit_log" USING btree ("date");--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","date");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_key" ON "idempotency" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_date" ON "idempotency" USING btree ("create_date");--> statement-breakpoint
CREATE UNIQUE INDEX "recent_access_key" ON "recent_access" USING btree ("user_id","entity","entity_id");--> statement-breakpoint
CREATE INDEX "recent_access_date" ON "recent_access" USING btree ("user_id","entity","date");--> statement-breakpoint
CREATE INDEX "files_date" ON "files" USING btree ("create_date");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_after","id");--> statement-breakpoint
CREATE INDEX "password_keys_user" ON "password_keys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_roles_name" ON "roles" USING btree ("is_external",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "roles_search" ON "roles" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "roles_updated" ON "roles" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_users_email" ON "users" USING btree (lower("email")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_signal_types_name" ON "signal_types" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_signal_types_abbreviation" ON "signal_types" USING btree (dna_key("abbreviation")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "signal_types_search" ON "signal_types" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "signal_types_updated" ON "signal_types" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "download_tasks_owner" ON "download_tasks" USING btree ("user_id","create_date");--> statement-breakpoint
CREATE INDEX "download_tasks_date" ON "download_tasks" USING btree ("create_date");--> statement-breakpoint
CREATE INDEX "download_tasks_project" ON "download_tasks" USING btree ("project_id","create_date");--> statement-breakpoint
CREATE INDEX "download_tasks_search" ON "download_tasks" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "download_tasks_updated" ON "download_tasks" USING btree ("update_date","id");