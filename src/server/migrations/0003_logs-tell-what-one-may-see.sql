ALTER TABLE "activity_log" ADD COLUMN "needs" text;--> statement-breakpoint
UPDATE "activity_log" SET "needs" = CASE
  WHEN "entity" IN ('projectNotes', 'leadNotes') THEN 'ProjectNotes.View'
  WHEN "entity" = 'timelineItems' THEN 'ProjectTimeline.View'
  WHEN "entity" IN ('projects', 'leads') AND "title" = 'Budget changed' THEN 'ProjectBudget.View'
  WHEN "entity" IN ('projects', 'leads') AND "title" IN ('Variables changed', 'Variables copied from the client') THEN 'ProjectVariables.View'
  WHEN "entity" IN ('projects', 'leads') AND "title" = 'Contacts changed' THEN 'ProjectContacts.View'
  WHEN "entity" = 'spaces' AND ("title" LIKE 'Equipment %' OR "title" LIKE 'Template applied: %') THEN 'ProjectEquipment.View'
END WHERE "project_id" IS NOT NULL;
