/** Rows that one statement of a cleanup removes, so that no call waits long for its locks. */
const batchSize = 5000;

/**
 * Repeats a removal of a limited number of rows until fewer are left, or until it should stop. Returns the number of removed
 * rows.
 */
export async function removeInBatches(
  remove: (limit: number) => Promise<number>,
  isStopping: () => boolean,
): Promise<number> {
  let total = 0;
  for (let removed = batchSize; removed === batchSize && !isStopping(); total += removed) {
    removed = await remove(batchSize);
  }
  return total;
}
