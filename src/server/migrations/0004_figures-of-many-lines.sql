DROP INDEX "equipments_doubtful";--> statement-breakpoint
DROP INDEX "space_equipment_equipment";--> statement-breakpoint
CREATE INDEX "spaces_deleted" ON "spaces" USING btree ("id") WHERE is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_doubtful" ON "equipments" USING btree ("availability") WHERE not is_deleted and availability in (3, 4, 5);--> statement-breakpoint
CREATE INDEX "space_equipment_equipment" ON "space_equipment" USING btree ("equipment_id","project_id","space_id") WHERE not is_deleted;