-- CreateTable
CREATE TABLE "rma" (
    "entity_id" SERIAL NOT NULL,
    "increment_id" VARCHAR(50) NOT NULL,
    "order_id" INTEGER NOT NULL,
    "order_increment_id" VARCHAR(50) NOT NULL,
    "store_id" INTEGER NOT NULL,
    "customer_id" INTEGER,
    "date_requested" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "customer_custom_email" TEXT,
    "status" VARCHAR(32) NOT NULL,

    CONSTRAINT "rma_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "rma_item" (
    "entity_id" SERIAL NOT NULL,
    "rma_entity_id" INTEGER NOT NULL,
    "order_item_id" INTEGER NOT NULL,
    "qty_requested" INTEGER NOT NULL,
    "qty_authorized" INTEGER,
    "qty_returned" INTEGER,
    "qty_approved" INTEGER,
    "reason" TEXT NOT NULL,
    "condition" TEXT NOT NULL,
    "resolution" TEXT NOT NULL,
    "reason_other" TEXT,
    "status" VARCHAR(32) NOT NULL,

    CONSTRAINT "rma_item_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "rma_comment" (
    "entity_id" SERIAL NOT NULL,
    "rma_entity_id" INTEGER NOT NULL,
    "comment" TEXT NOT NULL,
    "customer_notified" BOOLEAN NOT NULL,
    "visible_on_front" BOOLEAN NOT NULL,
    "status" VARCHAR(32) NOT NULL,
    "admin" BOOLEAN NOT NULL,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rma_comment_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "rma_track" (
    "entity_id" SERIAL NOT NULL,
    "rma_entity_id" INTEGER NOT NULL,
    "track_number" TEXT NOT NULL,
    "carrier_code" VARCHAR(32) NOT NULL,
    "carrier_title" TEXT NOT NULL,
    "label" BYTEA,

    CONSTRAINT "rma_track_pkey" PRIMARY KEY ("entity_id")
);

-- CreateTable
CREATE TABLE "rma_sequence" (
    "store_id" INTEGER NOT NULL,
    "last_value" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rma_sequence_pkey" PRIMARY KEY ("store_id")
);

-- CreateTable
CREATE TABLE "rma_attribute" (
    "code" VARCHAR(64) NOT NULL,
    "frontend_input" VARCHAR(16) NOT NULL,
    "label" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "sort_order" INTEGER NOT NULL,
    "is_required" BOOLEAN NOT NULL,
    "is_user_defined" BOOLEAN NOT NULL DEFAULT false,
    "options" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "rma_attribute_pkey" PRIMARY KEY ("code")
);

-- CreateIndex
CREATE INDEX "rma_order_id_idx" ON "rma"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "rma_store_id_increment_id_key" ON "rma"("store_id", "increment_id");

-- CreateIndex
CREATE INDEX "rma_item_rma_entity_id_idx" ON "rma_item"("rma_entity_id");

-- CreateIndex
CREATE INDEX "rma_item_order_item_id_idx" ON "rma_item"("order_item_id");

-- CreateIndex
CREATE INDEX "rma_comment_rma_entity_id_idx" ON "rma_comment"("rma_entity_id");

-- CreateIndex
CREATE INDEX "rma_track_rma_entity_id_idx" ON "rma_track"("rma_entity_id");

-- AddForeignKey
ALTER TABLE "rma_item" ADD CONSTRAINT "rma_item_rma_entity_id_fkey" FOREIGN KEY ("rma_entity_id") REFERENCES "rma"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rma_comment" ADD CONSTRAINT "rma_comment_rma_entity_id_fkey" FOREIGN KEY ("rma_entity_id") REFERENCES "rma"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rma_track" ADD CONSTRAINT "rma_track_rma_entity_id_fkey" FOREIGN KEY ("rma_entity_id") REFERENCES "rma"("entity_id") ON DELETE CASCADE ON UPDATE CASCADE;
