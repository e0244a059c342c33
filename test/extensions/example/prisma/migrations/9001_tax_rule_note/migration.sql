-- AlterTable
ALTER TABLE "tax_rule" ADD COLUMN     "note" TEXT NOT NULL DEFAULT '';
