CREATE INDEX "equipments_by_tag" ON "equipments" USING btree (lower("tag")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_by_model" ON "equipments" USING btree (lower("model")) WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_by_part_number" ON "equipments" USING btree (lower("part_number")) WHERE not is_deleted;