-- Clients of payment gateways send the details of a payment by key.
ALTER TABLE "cart" ALTER COLUMN "additional_data" DROP DEFAULT,
  ALTER COLUMN "additional_data" TYPE JSONB USING to_jsonb(coalesce("additional_data", '{}')),
  ALTER COLUMN "additional_data" SET DEFAULT '[]',
  ALTER COLUMN "additional_data" SET NOT NULL;
