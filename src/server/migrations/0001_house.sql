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
CREATE TABLE "access_group_members" (
	"access_group_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "access_group_members_access_group_id_user_id_pk" PRIMARY KEY("access_group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "access_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"is_external" boolean DEFAULT false NOT NULL
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
CREATE TABLE "categories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"icon" text,
	"color" text,
	"parent_id" bigint,
	"industry_type" smallint,
	"master_format_section" text,
	"default_provider" text,
	"default_installer" text,
	"complexity_weight" numeric(14, 4) NOT NULL,
	"is_cable" boolean NOT NULL,
	"is_rack" boolean NOT NULL,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connector_physical_types" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connector_physical_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"code" text,
	"image_url" text,
	"available_genders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pin_count" integer,
	"pin_style" smallint NOT NULL,
	"is_network" boolean NOT NULL,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "equipment_ports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "equipment_ports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"equipment_id" bigint NOT NULL,
	"name" text NOT NULL,
	"direction" smallint NOT NULL,
	"connector_physical_type_id" bigint NOT NULL,
	"gender" smallint,
	"signal_type_ids" bigint[] DEFAULT '{}' NOT NULL,
	"pin_style" smallint NOT NULL,
	"marker" smallint NOT NULL,
	"label" text,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "equipments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "equipments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"tag" text NOT NULL,
	"model" text NOT NULL,
	"part_number" text,
	"description" text,
	"manufacture_id" bigint NOT NULL,
	"manufacture_name" text DEFAULT '' NOT NULL,
	"product_family_id" bigint,
	"category_id" bigint NOT NULL,
	"industry_type" smallint NOT NULL,
	"availability" smallint NOT NULL,
	"msrp_price" bigint NOT NULL,
	"price_date" date,
	"default_provider" text,
	"default_installer" text,
	"url" text,
	"image_url" text,
	"width_in" numeric(14, 2),
	"height_in" numeric(14, 2),
	"depth_in" numeric(14, 2),
	"weight_lb" numeric(14, 2),
	"is_rack_mountable" boolean NOT NULL,
	"rack_units" numeric(14, 1),
	"heat_load_watts" numeric(14, 2),
	"watts" numeric(14, 2),
	"power_specs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"network_ports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"wireless_protocols" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cable_spec" jsonb,
	"revit_family_name" text,
	"revit_type_name" text,
	"revit_family_file_id" uuid,
	"wire_cad_link" jsonb,
	"technical_documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text
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
	"compatible_connector_ids" bigint[] DEFAULT '{}' NOT NULL,
	"default_cable_equipment_id" bigint,
	"cable_number_prefix" text,
	"cable_start_number" integer,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"abbreviated_name" text NOT NULL,
	"account_manager_id" uuid,
	"is_retired" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "manufacturers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "manufacturers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"support_url" text
);
--> statement-breakpoint
CREATE TABLE "architects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "architects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"license_number" text
);
--> statement-breakpoint
CREATE TABLE "engineering_firms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "engineering_firms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"disciplines" text
);
--> statement-breakpoint
CREATE TABLE "general_contractors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "general_contractors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"license_number" text
);
--> statement-breakpoint
CREATE TABLE "representatives" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "representatives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"manufacturer_ids" bigint[] DEFAULT '{}' NOT NULL,
	"territory" text
);
--> statement-breakpoint
CREATE TABLE "sub_contractors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sub_contractors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"trades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_provider" text
);
--> statement-breakpoint
CREATE TABLE "systems_integrators" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "systems_integrators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"logo_url" text,
	"website" text,
	"phone" text,
	"email" text,
	"address" jsonb,
	"industry_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"hubspot_company_id" text,
	"regions" text,
	"certifications" text
);
--> statement-breakpoint
CREATE TABLE "product_families" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_families_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"manufacture_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text
);
--> statement-breakpoint
CREATE TABLE "project_access_entries" (
	"project_id" bigint NOT NULL,
	"user_id" uuid,
	"access_group_id" bigint,
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	CONSTRAINT "project_access_entries_one" CHECK (("project_access_entries"."user_id" is null) <> ("project_access_entries"."access_group_id" is null))
);
--> statement-breakpoint
CREATE TABLE "project_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"number" text,
	"name" text NOT NULL,
	"type" smallint NOT NULL,
	"stage" smallint NOT NULL,
	"lead_status" smallint,
	"project_status" smallint,
	"status_before_pause" smallint,
	"stage_before_archive" smallint,
	"status_before_archive" smallint,
	"is_archived" boolean DEFAULT false NOT NULL,
	"client_id" bigint,
	"description" text,
	"image_url" text,
	"address" jsonb,
	"associate_consultant_id" uuid,
	"project_manager_id" uuid,
	"installation_factor" numeric(14, 4) DEFAULT 0.25 NOT NULL,
	"total_area" numeric(14, 2) DEFAULT 0 NOT NULL,
	"start_date" date,
	"target_date" date,
	"expected_revenue" bigint,
	"probability_percent" numeric(14, 2),
	"expected_close_date" date,
	"lead_source" text,
	"lost_reason" text,
	"pause_reason" text,
	"not_accepted_reason" text,
	"tempo_url" text,
	"closed_date" timestamp(3) with time zone,
	"archived_date" timestamp(3) with time zone,
	"space_count" integer DEFAULT 0 NOT NULL,
	"equipment_count" integer DEFAULT 0 NOT NULL,
	"total_msrp_price" bigint DEFAULT 0 NOT NULL
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
CREATE TABLE "area_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "area_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"project_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"name" text NOT NULL,
	"order" integer,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "buildings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "buildings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"short_name" text,
	"address" jsonb,
	"order" integer,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "levels" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "levels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"project_id" bigint NOT NULL,
	"building_id" bigint NOT NULL,
	"name" text NOT NULL,
	"short_name" text,
	"order" integer,
	"elevation" numeric(14, 2)
);
--> statement-breakpoint
CREATE TABLE "space_equipment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "space_equipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"project_id" bigint NOT NULL,
	"space_id" bigint NOT NULL,
	"area_group_id" bigint,
	"equipment_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"provider" text NOT NULL,
	"installer" text NOT NULL,
	"installer_name" text,
	"unit_price_override" bigint,
	"frozen_unit_price" bigint,
	"is_existing" boolean DEFAULT false NOT NULL,
	"label" text,
	"notes" text
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spaces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"project_id" bigint NOT NULL,
	"building_id" bigint NOT NULL,
	"level_id" bigint NOT NULL,
	"name" text NOT NULL,
	"space_number" text,
	"image_url" text,
	"status" smallint DEFAULT 1 NOT NULL,
	"complexity" smallint,
	"area" numeric(14, 2),
	"capacity" integer,
	"description" text,
	"notes" text,
	"equipment_count" integer DEFAULT 0 NOT NULL,
	"total_msrp_price" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_group_members" ADD CONSTRAINT "access_group_members_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_group_members" ADD CONSTRAINT "access_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_keys" ADD CONSTRAINT "password_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_ports" ADD CONSTRAINT "equipment_ports_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_ports" ADD CONSTRAINT "equipment_ports_connector_physical_type_id_connector_physical_types_id_fk" FOREIGN KEY ("connector_physical_type_id") REFERENCES "public"."connector_physical_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipments" ADD CONSTRAINT "equipments_manufacture_id_manufacturers_id_fk" FOREIGN KEY ("manufacture_id") REFERENCES "public"."manufacturers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipments" ADD CONSTRAINT "equipments_product_family_id_product_families_id_fk" FOREIGN KEY ("product_family_id") REFERENCES "public"."product_families"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipments" ADD CONSTRAINT "equipments_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_types" ADD CONSTRAINT "signal_types_default_cable_equipment_id_equipments_id_fk" FOREIGN KEY ("default_cable_equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_families" ADD CONSTRAINT "product_families_manufacture_id_manufacturers_id_fk" FOREIGN KEY ("manufacture_id") REFERENCES "public"."manufacturers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_access_entries" ADD CONSTRAINT "project_access_entries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_access_entries" ADD CONSTRAINT "project_access_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_access_entries" ADD CONSTRAINT "project_access_entries_access_group_id_access_groups_id_fk" FOREIGN KEY ("access_group_id") REFERENCES "public"."access_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_groups" ADD CONSTRAINT "area_groups_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_groups" ADD CONSTRAINT "area_groups_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buildings" ADD CONSTRAINT "buildings_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_building_id_buildings_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_equipment" ADD CONSTRAINT "space_equipment_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_equipment" ADD CONSTRAINT "space_equipment_space_id_spaces_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."spaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_equipment" ADD CONSTRAINT "space_equipment_area_group_id_area_groups_id_fk" FOREIGN KEY ("area_group_id") REFERENCES "public"."area_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_equipment" ADD CONSTRAINT "space_equipment_equipment_id_equipments_id_fk" FOREIGN KEY ("equipment_id") REFERENCES "public"."equipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_building_id_buildings_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_level_id_levels_id_fk" FOREIGN KEY ("level_id") REFERENCES "public"."levels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "access_group_members_user" ON "access_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_access_groups_name" ON "access_groups" USING btree ("is_external",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "access_groups_search" ON "access_groups" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "access_groups_updated" ON "access_groups" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "password_keys_user" ON "password_keys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_roles_name" ON "roles" USING btree ("is_external",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "roles_search" ON "roles" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "roles_updated" ON "roles" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_users_email" ON "users" USING btree (lower("email")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_categories_number" ON "categories" USING btree ("number") WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_categories_name" ON "categories" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "categories_search" ON "categories" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "categories_updated" ON "categories" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_connector_physical_types_name" ON "connector_physical_types" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "connector_physical_types_search" ON "connector_physical_types" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "connector_physical_types_updated" ON "connector_physical_types" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "equipment_ports_equipment" ON "equipment_ports" USING btree ("equipment_id","direction","order");--> statement-breakpoint
CREATE INDEX "equipment_ports_connector" ON "equipment_ports" USING btree ("connector_physical_type_id","equipment_id");--> statement-breakpoint
CREATE INDEX "equipment_ports_signals" ON "equipment_ports" USING gin ("signal_type_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_equipments_model" ON "equipments" USING btree ("manufacture_id",translate(dna_key("model"), ' -', '')) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_equipments_wire_cad_id" ON "equipments" USING btree (("wire_cad_link" ->> 'id')) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_equipments_wire_cad_definition" ON "equipments" USING btree (dna_key("wire_cad_link" ->> 'manufacturerName'),dna_key("wire_cad_link" ->> 'equipmentName')) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_order" ON "equipments" USING btree ("manufacture_name" collate natural_order,"model" collate natural_order,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_manufacture" ON "equipments" USING btree ("manufacture_id","model" collate natural_order,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_category" ON "equipments" USING btree ("category_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_family" ON "equipments" USING btree ("product_family_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_model" ON "equipments" USING btree ("model" collate natural_order,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_tag" ON "equipments" USING btree ("tag" collate natural_order,"id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_part_number" ON "equipments" USING btree (dna_key("part_number")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_deleted" ON "equipments" USING btree ("id") WHERE is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_created" ON "equipments" USING btree ("create_date","id");--> statement-breakpoint
CREATE INDEX "equipments_search" ON "equipments" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "equipments_updated" ON "equipments" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_signal_types_name" ON "signal_types" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_signal_types_abbreviation" ON "signal_types" USING btree (dna_key("abbreviation")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "signal_types_default_cable" ON "signal_types" USING btree ("default_cable_equipment_id");--> statement-breakpoint
CREATE INDEX "signal_types_search" ON "signal_types" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "signal_types_updated" ON "signal_types" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_clients_name" ON "clients" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_clients_abbreviated_name" ON "clients" USING btree (dna_key("abbreviated_name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "clients_search" ON "clients" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "clients_updated" ON "clients" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_manufacturers_name" ON "manufacturers" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "manufacturers_search" ON "manufacturers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "manufacturers_updated" ON "manufacturers" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_architects_name" ON "architects" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "architects_search" ON "architects" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "architects_updated" ON "architects" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_engineering_firms_name" ON "engineering_firms" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "engineering_firms_search" ON "engineering_firms" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "engineering_firms_updated" ON "engineering_firms" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_general_contractors_name" ON "general_contractors" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "general_contractors_search" ON "general_contractors" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "general_contractors_updated" ON "general_contractors" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_representatives_name" ON "representatives" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "representatives_manufacturers" ON "representatives" USING gin ("manufacturer_ids");--> statement-breakpoint
CREATE INDEX "representatives_search" ON "representatives" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "representatives_updated" ON "representatives" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_sub_contractors_name" ON "sub_contractors" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "sub_contractors_search" ON "sub_contractors" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sub_contractors_updated" ON "sub_contractors" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_systems_integrators_name" ON "systems_integrators" USING btree (dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "systems_integrators_search" ON "systems_integrators" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "systems_integrators_updated" ON "systems_integrators" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_product_families_name" ON "product_families" USING btree ("manufacture_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "product_families_search" ON "product_families" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_families_updated" ON "product_families" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_access_entries_user" ON "project_access_entries" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_access_entries_group" ON "project_access_entries" USING btree ("project_id","access_group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_projects_number" ON "projects" USING btree (dna_key("number"));--> statement-breakpoint
CREATE UNIQUE INDEX "unique_projects_name" ON "projects" USING btree (coalesce("client_id", 0),dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "projects_stage" ON "projects" USING btree ("stage","update_date","id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "projects_client" ON "projects" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "projects_search" ON "projects" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "projects_updated" ON "projects" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "download_tasks_owner" ON "download_tasks" USING btree ("user_id","create_date");--> statement-breakpoint
CREATE INDEX "download_tasks_date" ON "download_tasks" USING btree ("create_date");--> statement-breakpoint
CREATE INDEX "download_tasks_project" ON "download_tasks" USING btree ("project_id","create_date");--> statement-breakpoint
CREATE INDEX "download_tasks_search" ON "download_tasks" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "download_tasks_updated" ON "download_tasks" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_area_groups_name" ON "area_groups" USING btree ("space_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "area_groups_search" ON "area_groups" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "area_groups_updated" ON "area_groups" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_buildings_name" ON "buildings" USING btree ("project_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_buildings_short_name" ON "buildings" USING btree ("project_id",dna_key("short_name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "buildings_search" ON "buildings" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "buildings_updated" ON "buildings" USING btree ("update_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_levels_name" ON "levels" USING btree ("building_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "levels_project" ON "levels" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "levels_search" ON "levels" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "levels_updated" ON "levels" USING btree ("update_date","id");--> statement-breakpoint
CREATE INDEX "space_equipment_space" ON "space_equipment" USING btree ("space_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "space_equipment_project" ON "space_equipment" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "space_equipment_equipment" ON "space_equipment" USING btree ("equipment_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "space_equipment_area_group" ON "space_equipment" USING btree ("area_group_id") WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_spaces_name" ON "spaces" USING btree ("project_id",dna_key("name")) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_spaces_space_number" ON "spaces" USING btree ("level_id",dna_key("space_number")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "spaces_project" ON "spaces" USING btree ("project_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "spaces_building" ON "spaces" USING btree ("building_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "spaces_level" ON "spaces" USING btree ("level_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "spaces_search" ON "spaces" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "spaces_updated" ON "spaces" USING btree ("update_date","id");