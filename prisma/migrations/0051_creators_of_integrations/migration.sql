-- An integration can change the prices that its creator could change, and decides on no proposal of its creator. Existing
-- ones keep all prices of their resources, and have no known creator.
ALTER TABLE "integration" ADD COLUMN "price_rights" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "integration" ADD COLUMN "created_by" INTEGER;
