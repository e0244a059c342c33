-- Mails as HTML with copies, mails of sales documents that are written later, gift messages of orders.
-- AlterTable
ALTER TABLE "mail" ADD COLUMN     "bcc" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "html" TEXT;

-- AlterTable
ALTER TABLE "sales_order" ADD COLUMN     "gift_message" JSONB;

-- AlterTable
ALTER TABLE "sales_order_item" ADD COLUMN     "gift_message" JSONB;

-- CreateTable
CREATE TABLE "sales_mail_request" (
    "kind" TEXT NOT NULL,
    "document_id" INTEGER NOT NULL,
    "comment" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sales_mail_request_pkey" PRIMARY KEY ("kind","document_id")
);
