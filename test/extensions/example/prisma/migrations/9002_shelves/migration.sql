-- CreateTable
CREATE TABLE "shelf" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "room" INTEGER NOT NULL,

    CONSTRAINT "shelf_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shelf_code_key_key" ON "shelf"("code_key");
