DROP INDEX "equipments_category";--> statement-breakpoint
CREATE INDEX "equipments_category_manufacture" ON "equipments" USING btree ("category_id","manufacture_id") WHERE not is_deleted;--> statement-breakpoint
CREATE INDEX "equipments_category" ON "equipments" USING btree ("category_id","manufacture_name" collate natural_order,"model" collate natural_order,"id") WHERE not is_deleted;