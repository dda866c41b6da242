CREATE TABLE "client_variables" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_variables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"client_id" bigint NOT NULL,
	"name" text NOT NULL,
	"label" text,
	"type" smallint NOT NULL,
	"value" jsonb,
	"order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"updated_by_id" uuid,
	"row_version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"delete_date" timestamp(3) with time zone,
	"deleted_by_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"company_type" smallint NOT NULL,
	"company_id" bigint NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text,
	"phone" text,
	"mobile" text,
	"job_title" text,
	"is_primary" boolean DEFAULT false NOT NULL,
	"notes" text,
	"external_user_id" uuid,
	"invitation_id" bigint
);
--> statement-breakpoint
ALTER TABLE "client_variables" ADD CONSTRAINT "client_variables_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unique_client_variables_name" ON "client_variables" USING btree ("client_id",dna_key("name"));--> statement-breakpoint
CREATE INDEX "client_variables_client" ON "client_variables" USING btree ("client_id","order");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_company_contacts_email" ON "company_contacts" USING btree ("company_type","company_id",dna_key("email")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "company_contacts_company" ON "company_contacts" USING btree ("company_type","company_id");--> statement-breakpoint
CREATE INDEX "company_contacts_search" ON "company_contacts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "company_contacts_updated" ON "company_contacts" USING btree ("update_date","id");