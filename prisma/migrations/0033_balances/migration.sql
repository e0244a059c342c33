-- AlterTable
ALTER TABLE "cart" ADD COLUMN     "gift_card_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "gw_add_card" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "gw_allow_gift_receipt" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "gw_id" INTEGER,
ADD COLUMN     "use_reward_points" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "use_store_credit" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "cart_item" ADD COLUMN     "gw_id" INTEGER;

-- AlterTable
ALTER TABLE "sales_order" ADD COLUMN     "commerce" JSONB;

-- AlterTable
ALTER TABLE "sales_order_item" ADD COLUMN     "commerce" JSONB;

-- CreateTable
CREATE TABLE "balance_account" (
    "id" SERIAL NOT NULL,
    "kind" VARCHAR(16) NOT NULL,
    "website_id" INTEGER NOT NULL,
    "customer_id" INTEGER,
    "balance" DECIMAL(20,4) NOT NULL DEFAULT 0,

    CONSTRAINT "balance_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balance_entry" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" VARCHAR(16) NOT NULL,
    "action" VARCHAR(16) NOT NULL,
    "change" DECIMAL(20,4) NOT NULL,
    "balance_after" DECIMAL(20,4) NOT NULL,
    "cause" VARCHAR(64) NOT NULL,
    "order_id" INTEGER,
    "actor_type" INTEGER NOT NULL,
    "actor_id" INTEGER,
    "comment" TEXT,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "balance_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gift_card_account" (
    "id" INTEGER NOT NULL,
    "code" VARCHAR(255) NOT NULL,
    "code_key" VARCHAR(255) NOT NULL,
    "status" INTEGER NOT NULL DEFAULT 1,
    "is_redeemable" BOOLEAN NOT NULL DEFAULT true,
    "date_created" DATE NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "date_expires" DATE,

    CONSTRAINT "gift_card_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reward_rate" (
    "rate_id" SERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "customer_group_id" INTEGER NOT NULL,
    "direction" INTEGER NOT NULL,
    "points" INTEGER NOT NULL,
    "currency_amount" DECIMAL(20,4) NOT NULL,

    CONSTRAINT "reward_rate_pkey" PRIMARY KEY ("rate_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "balance_account_customer_id_kind_website_id_key" ON "balance_account"("customer_id", "kind", "website_id");

-- CreateIndex
CREATE INDEX "balance_entry_order_id_idx" ON "balance_entry"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "balance_entry_account_id_action_cause_key" ON "balance_entry"("account_id", "action", "cause");

-- CreateIndex
CREATE UNIQUE INDEX "gift_card_account_code_key_key" ON "gift_card_account"("code_key");

-- CreateIndex
CREATE UNIQUE INDEX "reward_rate_direction_website_id_customer_group_id_key" ON "reward_rate"("direction", "website_id", "customer_group_id");

-- AddForeignKey
ALTER TABLE "balance_account" ADD CONSTRAINT "balance_account_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift_card_account" ADD CONSTRAINT "gift_card_account_id_fkey" FOREIGN KEY ("id") REFERENCES "balance_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nothing is spent that is not there.
ALTER TABLE "balance_account" ADD CONSTRAINT "balance_account_balance_check" CHECK ("balance" >= 0);

-- The entries of a balance are its history: they are added and never changed.
CREATE FUNCTION "keep_balance_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of balances cannot be changed or deleted';
END
$$;
CREATE TRIGGER "keep_balance_entry" BEFORE UPDATE OR DELETE ON "balance_entry"
  FOR EACH ROW EXECUTE FUNCTION "keep_balance_entry"();
