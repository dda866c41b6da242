DROP INDEX "projects_stage";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "is_restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "projects_scope" ON "projects" USING btree ("stage","update_date","id","is_restricted","created_by_id","associate_consultant_id","project_manager_id","is_deleted") WHERE not is_deleted;