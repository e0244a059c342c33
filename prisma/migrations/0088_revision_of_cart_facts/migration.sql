-- Processes keep the facts that all carts share. The revision tells whether they are still current: it is random, because a number
-- could come back with other facts after a backup was restored or a standby took over without the last transactions.
-- "version" remains for an older release that runs beside this one.
ALTER TABLE "cart_facts" ADD COLUMN IF NOT EXISTS "revision" UUID NOT NULL DEFAULT gen_random_uuid();

CREATE OR REPLACE FUNCTION "count_cart_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "cart_facts" SET "version" = "version" + 1, "revision" = gen_random_uuid()
    WHERE "id" = 1 AND "xmin" <> pg_current_xact_id()::xid;
  RETURN NULL;
END $$;

-- The revision changes at the commit. Until then, this setting tells the transaction that the facts it sees are its own.
CREATE OR REPLACE FUNCTION "mark_cart_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('portico.changed_cart_facts', 'yes', true);
  RETURN NULL;
END $$;

-- A trigger for each one that counts: on the same events of the same table, under the same condition.
DO $$
DECLARE
  counting RECORD;
BEGIN
  FOR counting IN
    SELECT t.tgrelid::regclass AS name, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t WHERE t.tgname = 'count_cart_facts'
  LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS "mark_cart_facts" ON %s', counting.name);
    EXECUTE replace(replace(replace(counting.definition, 'CONSTRAINT TRIGGER', 'TRIGGER'),
      ' DEFERRABLE INITIALLY DEFERRED', ''), 'count_cart_facts', 'mark_cart_facts');
  END LOOP;
END $$;
