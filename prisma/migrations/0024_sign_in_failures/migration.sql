-- Failures count by name and address. Counts that were kept by name alone become those of all addresses together.
ALTER TABLE "sign_in_failure" ADD COLUMN "address" TEXT NOT NULL DEFAULT '';
ALTER TABLE "sign_in_failure" ALTER COLUMN "address" DROP DEFAULT,
DROP CONSTRAINT "sign_in_failure_pkey",
ADD CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("user_type", "name_key", "address");

-- CreateTable
CREATE TABLE "sign_in_address" (
    "user_type" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_address_pkey" PRIMARY KEY ("user_type","user_id","address")
);

-- CreateIndex
CREATE INDEX "sign_in_address_seen_at_idx" ON "sign_in_address"("seen_at");

-- CreateTable
CREATE TABLE "admin_second_factor" (
    "user_id" INTEGER NOT NULL,
    "secret" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "setup_token_hash" BYTEA,
    "setup_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "admin_second_factor_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "admin_second_factor_setup_token_hash_key" ON "admin_second_factor"("setup_token_hash");

-- AddForeignKey
ALTER TABLE "admin_second_factor" ADD CONSTRAINT "admin_second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "admin_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
