-- CreateTable
CREATE TABLE "price_import" (
    "id" UUID NOT NULL,
    "bulk_uuid" UUID,
    "policy" TEXT NOT NULL,
    "stop_after" INTEGER,
    "format" TEXT NOT NULL,
    "delimiter" TEXT NOT NULL,
    "columns" TEXT[],
    "rows" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_import_part" (
    "import_id" UUID NOT NULL,
    "part" INTEGER NOT NULL,
    "first_line" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "content" TEXT,
    "written" INTEGER,
    "unchanged" INTEGER,
    "failed" INTEGER,
    "skipped" INTEGER,
    "failures" TEXT,

    CONSTRAINT "price_import_part_pkey" PRIMARY KEY ("import_id","part")
);

-- CreateTable
CREATE TABLE "price_schedule" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "at" TIMESTAMP(0) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "user_type" INTEGER NOT NULL,
    "user_id" INTEGER,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "content" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "written" INTEGER,
    "unchanged" INTEGER,
    "failed" INTEGER,
    "failures" TEXT,

    CONSTRAINT "price_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_schedule_key" (
    "key" TEXT NOT NULL,
    "schedule_id" INTEGER NOT NULL,

    CONSTRAINT "price_schedule_key_pkey" PRIMARY KEY ("key","schedule_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "price_import_bulk_uuid_key" ON "price_import"("bulk_uuid");

-- CreateIndex
CREATE INDEX "price_import_created_at_idx" ON "price_import"("created_at");

-- CreateIndex
CREATE INDEX "price_schedule_state_at_idx" ON "price_schedule"("state", "at");

-- CreateIndex
CREATE INDEX "price_schedule_key_schedule_id_idx" ON "price_schedule_key"("schedule_id");

-- AddForeignKey
ALTER TABLE "price_import_part" ADD CONSTRAINT "price_import_part_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "price_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_schedule_key" ADD CONSTRAINT "price_schedule_key_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "price_schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- To compress the parts of a file takes as long as to write them.
ALTER TABLE "price_import_part" ALTER COLUMN "content" SET STORAGE EXTERNAL;
