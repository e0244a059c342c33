-- Looked through every other second by every process, and nearly always empty.
CREATE INDEX "mail_due_idx" ON "mail" ("due_at") WHERE "state" = 'pending';
ALTER TABLE "mail" ADD CONSTRAINT "mail_state_check" CHECK ("state" IN ('pending', 'sent', 'failed'));
ALTER TABLE "customer_attribute" ADD CONSTRAINT "customer_attribute_entity_check" CHECK ("entity" IN ('customer', 'customer_address'));
-- The codes are keys of documents, and part of statements.
ALTER TABLE "customer_attribute" ADD CONSTRAINT "customer_attribute_code_check" CHECK ("code" ~ '^[a-z][a-z0-9_]*$');
