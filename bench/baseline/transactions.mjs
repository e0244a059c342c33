/**
 * Returns a function that runs work in a transaction of a pool. The work gets a function that runs a prepared statement by its name
 * in `textOf`, and returns the rows.
 */
export const transactions = (pool, textOf) => async (work) => {
  const client = await pool.connect();
  const run = async (name, ...values) => (await client.query({ name, text: textOf[name], values })).rows;
  try {
    await client.query("begin");
    const result = await work(run);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
};
