-- Id of the store view of the call, which answers name; null for a bulk that an older release accepted.
ALTER TABLE "bulk" ADD COLUMN IF NOT EXISTS "store_id" INTEGER;
