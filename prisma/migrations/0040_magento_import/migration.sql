-- CreateTable
CREATE TABLE "magento_import" (
    "id" SERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "magento_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "magento_import_kind" (
    "import_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "cursor" TEXT,
    "total" INTEGER NOT NULL DEFAULT 0,
    "written" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "magento_import_kind_pkey" PRIMARY KEY ("import_id","kind")
);

-- CreateTable
CREATE TABLE "magento_import_problem" (
    "id" SERIAL NOT NULL,
    "import_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "magento_import_problem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "magento_import_id" (
    "source" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,

    CONSTRAINT "magento_import_id_pkey" PRIMARY KEY ("source","kind","source_id")
);

-- CreateIndex
CREATE INDEX "magento_import_source_idx" ON "magento_import"("source");

-- CreateIndex
CREATE INDEX "magento_import_problem_import_id_kind_idx" ON "magento_import_problem"("import_id", "kind");

-- AddForeignKey
ALTER TABLE "magento_import_kind" ADD CONSTRAINT "magento_import_kind_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "magento_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "magento_import_problem" ADD CONSTRAINT "magento_import_problem_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "magento_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;
