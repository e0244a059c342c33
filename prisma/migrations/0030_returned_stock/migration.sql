-- AlterTable
ALTER TABLE "sales_creditmemo_item" ADD COLUMN     "returned_to" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "sales_invoice_item" ADD COLUMN     "taken_from" JSONB NOT NULL DEFAULT '[]';
