-- AlterTable
ALTER TABLE "sales_shipment_track" ALTER COLUMN "qty" DROP NOT NULL,
ALTER COLUMN "qty" DROP DEFAULT;
