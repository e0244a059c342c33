-- Name of the caller at the time of the event, which outlives the account.
ALTER TABLE "audit_event" ADD COLUMN IF NOT EXISTS "by_name" TEXT;

UPDATE "audit_event" e SET "by_name" = u."username"
FROM "admin_user" u WHERE e."by_user_type" = 2 AND u."id" = e."by_user_id" AND e."by_name" IS NULL;

UPDATE "audit_event" e SET "by_name" = i."name"
FROM "integration" i WHERE e."by_user_type" = 1 AND i."id" = e."by_user_id" AND e."by_name" IS NULL;

-- Searches for an event read its latest entries, however many sign-ins there are.
CREATE INDEX IF NOT EXISTS "audit_event_event_id_idx" ON "audit_event" ("event", "id");
