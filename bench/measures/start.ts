import type { Measure } from "../measure.js";
import type { ServerProcess } from "../server-process.js";
import { measureAlternately } from "../timing.js";

const rounds = 5;

/** The time from the start of the process until it listens, on a database that is up to date. */
export const start: Measure = {
  name: "start",
  title: "start on an existing database",
  unit: "ms",
  goal: { of: "ours", atMost: 600 },
  run: ({ startOurs, startBaseline }) =>
    measureAlternately(rounds, { ours: () => timeStart(startOurs()), baseline: () => timeStart(startBaseline()) }),
};

async function timeStart(starting: Promise<ServerProcess>): Promise<number> {
  await using server = await starting;
  return server.startMilliseconds;
}
