-- CreateTable
CREATE TABLE "sales_rule" (
    "rule_id" SERIAL NOT NULL,
    "name" VARCHAR(255),
    "description" TEXT,
    "from_date" DATE,
    "to_date" DATE,
    "uses_per_customer" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "condition" JSONB NOT NULL,
    "action_condition" JSONB NOT NULL,
    "stop_rules_processing" BOOLEAN NOT NULL DEFAULT true,
    "is_advanced" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "simple_action" VARCHAR(32),
    "discount_amount" DECIMAL(12,4) NOT NULL DEFAULT 0,
    "discount_qty" DECIMAL(12,4),
    "discount_step" INTEGER NOT NULL DEFAULT 0,
    "apply_to_shipping" BOOLEAN NOT NULL DEFAULT false,
    "times_used" INTEGER NOT NULL DEFAULT 0,
    "is_rss" BOOLEAN NOT NULL DEFAULT false,
    "coupon_type" SMALLINT NOT NULL DEFAULT 1,
    "use_auto_generation" BOOLEAN NOT NULL DEFAULT false,
    "uses_per_coupon" INTEGER NOT NULL DEFAULT 0,
    "simple_free_shipping" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "sales_rule_pkey" PRIMARY KEY ("rule_id")
);

-- CreateTable
CREATE TABLE "sales_rule_website" (
    "rule_id" INTEGER NOT NULL,
    "website_id" INTEGER NOT NULL,

    CONSTRAINT "sales_rule_website_pkey" PRIMARY KEY ("rule_id","website_id")
);

-- CreateTable
CREATE TABLE "sales_rule_customer_group" (
    "rule_id" INTEGER NOT NULL,
    "customer_group_id" INTEGER NOT NULL,

    CONSTRAINT "sales_rule_customer_group_pkey" PRIMARY KEY ("rule_id","customer_group_id")
);

-- CreateTable
CREATE TABLE "sales_rule_label" (
    "rule_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,
    "label" VARCHAR(255) NOT NULL,

    CONSTRAINT "sales_rule_label_pkey" PRIMARY KEY ("rule_id","store_id")
);

-- CreateTable
CREATE TABLE "coupon" (
    "coupon_id" SERIAL NOT NULL,
    "rule_id" INTEGER NOT NULL,
    "code" VARCHAR(255) NOT NULL,
    "code_key" TEXT NOT NULL,
    "usage_limit" INTEGER,
    "usage_per_customer" INTEGER,
    "times_used" INTEGER NOT NULL DEFAULT 0,
    "is_primary" BOOLEAN,
    "created_at" TIMESTAMP(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "type" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "coupon_pkey" PRIMARY KEY ("coupon_id")
);

-- CreateIndex
CREATE INDEX "sales_rule_is_active_sort_order_idx" ON "sales_rule"("is_active", "sort_order");

-- CreateIndex
CREATE INDEX "sales_rule_website_website_id_idx" ON "sales_rule_website"("website_id");

-- CreateIndex
CREATE INDEX "sales_rule_customer_group_customer_group_id_idx" ON "sales_rule_customer_group"("customer_group_id");

-- CreateIndex
CREATE INDEX "sales_rule_label_store_id_idx" ON "sales_rule_label"("store_id");

-- CreateIndex
CREATE UNIQUE INDEX "coupon_code_key_key" ON "coupon"("code_key");

-- CreateIndex
CREATE UNIQUE INDEX "coupon_rule_id_is_primary_key" ON "coupon"("rule_id", "is_primary");

-- AddForeignKey
ALTER TABLE "sales_rule_website" ADD CONSTRAINT "sales_rule_website_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "sales_rule"("rule_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_rule_website" ADD CONSTRAINT "sales_rule_website_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_rule_customer_group" ADD CONSTRAINT "sales_rule_customer_group_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "sales_rule"("rule_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_rule_customer_group" ADD CONSTRAINT "sales_rule_customer_group_customer_group_id_fkey" FOREIGN KEY ("customer_group_id") REFERENCES "customer_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_rule_label" ADD CONSTRAINT "sales_rule_label_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "sales_rule"("rule_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales_rule_label" ADD CONSTRAINT "sales_rule_label_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "sales_rule"("rule_id") ON DELETE CASCADE ON UPDATE CASCADE;
