-- AlterTable
ALTER TABLE "balance_account" ADD COLUMN     "points_expire_at" TIMESTAMP(0),
ADD COLUMN     "points_since" TIMESTAMP(0);

-- AlterTable
ALTER TABLE "balance_entry" ADD COLUMN     "expires_at" TIMESTAMP(0);

-- AlterTable
ALTER TABLE "gift_card_account" ADD COLUMN     "is_redeemed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sales_rule" ADD COLUMN     "reward_points_delta" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "gift_card_code" (
    "id" SERIAL NOT NULL,
    "code" VARCHAR(255) NOT NULL,
    "code_key" VARCHAR(255) NOT NULL,
    "is_taken" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "gift_card_code_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "gift_card_code_code_key_key" ON "gift_card_code"("code_key");

-- CreateIndex
CREATE INDEX "gift_card_code_is_taken_id_idx" ON "gift_card_code"("is_taken", "id");

-- CreateIndex
CREATE INDEX "balance_account_points_since_idx" ON "balance_account"("points_since");

-- CreateIndex
CREATE INDEX "balance_account_points_expire_at_idx" ON "balance_account"("points_expire_at");
