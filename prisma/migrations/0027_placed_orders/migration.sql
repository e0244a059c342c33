-- AlterTable
ALTER TABLE "sales_order" ADD COLUMN     "is_placed" BOOLEAN NOT NULL DEFAULT false;
