-- CreateTable
CREATE TABLE IF NOT EXISTS "extension_work" (
    "extension" VARCHAR(64) NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "due_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "held_until" TIMESTAMP(3),

    CONSTRAINT "extension_work_pkey" PRIMARY KEY ("extension","name")
);
