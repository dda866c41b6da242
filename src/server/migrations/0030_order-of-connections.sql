DROP INDEX "connections_project";--> statement-breakpoint
CREATE INDEX "connections_order" ON "connections" USING btree ("project_id","number" collate natural_order,"id") WHERE not is_deleted;