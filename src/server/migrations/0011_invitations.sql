CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"first_name" text,
	"last_name" text,
	"external_role_id" bigint NOT NULL,
	"external_access_group_ids" bigint[] DEFAULT '{}' NOT NULL,
	"project_ids" bigint[] DEFAULT '{}' NOT NULL,
	"company_contact_id" bigint,
	"message" text,
	"key" uuid NOT NULL,
	"state" smallint DEFAULT 1 NOT NULL,
	"expires_date" timestamp(3) with time zone NOT NULL,
	"sent_date" timestamp(3) with time zone,
	"send_count" integer DEFAULT 0 NOT NULL,
	"accepted_date" timestamp(3) with time zone,
	"accepted_user_id" uuid
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_external_role_id_roles_id_fk" FOREIGN KEY ("external_role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_key" ON "invitations" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_invitations_email" ON "invitations" USING btree (lower("email")) WHERE state = 1 and not is_deleted;--> statement-breakpoint
CREATE INDEX "invitations_role" ON "invitations" USING btree ("external_role_id");--> statement-breakpoint
CREATE INDEX "invitations_search" ON "invitations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invitations_updated" ON "invitations" USING btree ("update_date","id");