-- cspell:ignore stoc
-- Several documents of an order ship or return the same SKU, so what counts once is the event, not the reservation.
-- DropIndex
DROP INDEX "inventory_reservation_object_id_event_type_object_type_stoc_key";

-- CreateTable
CREATE TABLE "inventory_stock_event" (
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "document_id" TEXT NOT NULL,

    CONSTRAINT "inventory_stock_event_pkey" PRIMARY KEY ("object_type","object_id","event_type","document_id")
);

INSERT INTO "inventory_stock_event" ("object_type", "object_id", "event_type", "document_id")
SELECT DISTINCT "object_type", "object_id", "event_type", '' FROM "inventory_reservation" WHERE "object_id" IS NOT NULL;

-- Each reservation of a SKU updates its sum; on a page with room the new row stays there, and no index is written.
ALTER TABLE "inventory_reserved_quantity" SET (fillfactor = 50);
