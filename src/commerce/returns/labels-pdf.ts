import { PDFDocument } from "pdf-lib";

/** A page of size A6, as labels are, in points. */
const page: [width: number, height: number] = [298, 420];

/** Returns a PDF with a page for each JPEG picture, scaled to fit the page. */
export async function labelsPdf(pictures: readonly Uint8Array[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const picture of pictures) {
    const image = await document.embedJpg(picture);
    document.addPage(page).drawImage(image, { x: 0, y: 0, ...image.scaleToFit(...page) });
  }
  return Buffer.from(await document.save());
}
