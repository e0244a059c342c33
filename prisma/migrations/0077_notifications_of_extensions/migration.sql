-- CreateTable
CREATE TABLE IF NOT EXISTS "extension_notification" (
    "extension" VARCHAR(64) NOT NULL,
    "path" VARCHAR(255) NOT NULL,
    "id" VARCHAR(255) NOT NULL,
    "received_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "extension_notification_pkey" PRIMARY KEY ("extension","path","id")
);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "extension_notification_received_at_idx" ON "extension_notification"("received_at");
