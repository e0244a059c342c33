import { startCluster } from "./postgres-cluster.js";

/**
 * Starts a primary and its standby for the run if `TEST_STANDBY` is set. Each commit waits until the standby shows it;
 * otherwise the standby would often be too far behind to be read from.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!process.env["TEST_STANDBY"]) return undefined;
  const cluster = await startCluster();
  await cluster.replicateSynchronously();
  process.env["TEST_DATABASE_URL"] = cluster.primary.url;
  process.env["TEST_DATABASE_READ_URL"] = cluster.standby.url;
  return async () => {
    await cluster[Symbol.asyncDispose]();
  };
}
