-- CreateTable
CREATE TABLE IF NOT EXISTS "extension_migration" (
    "extension" VARCHAR(64) NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "applied_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "extension_migration_pkey" PRIMARY KEY ("extension","name")
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "extension_version" (
    "name" VARCHAR(64) NOT NULL,
    "version" VARCHAR(64) NOT NULL,
    "loaded_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "extension_version_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "extension_subscriber" (
    "extension" VARCHAR(64) NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "cursor" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "due_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "extension_subscriber_pkey" PRIMARY KEY ("extension","name")
);
