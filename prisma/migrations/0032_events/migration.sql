-- The feed of events.
-- CreateTable
CREATE TABLE "feed_event" (
    "id" BIGSERIAL NOT NULL,
    "position" BIGINT,
    "type" VARCHAR(64) NOT NULL,
    "data" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feed_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feed_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "last_position" BIGINT NOT NULL DEFAULT 0,
    "removed_up_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "feed_state_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "feed_event_position_id_idx" ON "feed_event"("position", "id");

-- CreateIndex
CREATE INDEX "feed_event_type_position_idx" ON "feed_event"("type", "position");

-- To compress long lists of prices would take as long as to write them, and they are kept for weeks only.
ALTER TABLE "feed_event" ALTER COLUMN "data" SET STORAGE EXTERNAL;

INSERT INTO "feed_state" ("id") VALUES (1);
