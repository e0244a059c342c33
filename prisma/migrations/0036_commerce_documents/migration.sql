-- AlterTable
ALTER TABLE "sales_creditmemo" ADD COLUMN     "commerce" JSONB;

-- AlterTable
ALTER TABLE "sales_invoice" ADD COLUMN     "commerce" JSONB;
