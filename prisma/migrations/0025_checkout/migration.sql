-- CreateTable
CREATE TABLE "shipping_table_rate" (
    "id" SERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "dest_country_id" VARCHAR(4) NOT NULL,
    "dest_region_id" INTEGER NOT NULL DEFAULT 0,
    "dest_zip" VARCHAR(10) NOT NULL DEFAULT '*',
    "condition_name" VARCHAR(30) NOT NULL,
    "condition_value" DECIMAL(20,6) NOT NULL DEFAULT 0,
    "price" DECIMAL(20,6) NOT NULL DEFAULT 0,

    CONSTRAINT "shipping_table_rate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkout_agreement" (
    "agreement_id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "content" TEXT NOT NULL,
    "content_height" VARCHAR(25),
    "checkbox_text" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "is_html" BOOLEAN NOT NULL DEFAULT false,
    "mode" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "checkout_agreement_pkey" PRIMARY KEY ("agreement_id")
);

-- CreateTable
CREATE TABLE "checkout_agreement_store" (
    "agreement_id" INTEGER NOT NULL,
    "store_id" INTEGER NOT NULL,

    CONSTRAINT "checkout_agreement_store_pkey" PRIMARY KEY ("agreement_id","store_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shipping_table_rate_website_id_condition_name_dest_country__key" ON "shipping_table_rate"("website_id", "condition_name", "dest_country_id", "dest_region_id", "dest_zip", "condition_value");

-- CreateIndex
CREATE INDEX "checkout_agreement_store_store_id_idx" ON "checkout_agreement_store"("store_id");

-- AddForeignKey
ALTER TABLE "shipping_table_rate" ADD CONSTRAINT "shipping_table_rate_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_agreement_store" ADD CONSTRAINT "checkout_agreement_store_agreement_id_fkey" FOREIGN KEY ("agreement_id") REFERENCES "checkout_agreement"("agreement_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_agreement_store" ADD CONSTRAINT "checkout_agreement_store_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "store"("id") ON DELETE CASCADE ON UPDATE CASCADE;
