-- The bodies and results of a guest's bulk are shown to whoever has the token that its acceptance answered.
ALTER TABLE bulk ADD COLUMN IF NOT EXISTS reader_hash BYTEA;
