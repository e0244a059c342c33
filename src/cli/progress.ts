import { SingleBar } from "cli-progress";
import type { Output } from "./output.js";

/** Reports the progress of long work. */
export interface Progress {
  readonly update: (done: number) => void;
  readonly end: () => void;
}

/** Milliseconds between two lines of progress without a terminal. */
const pause = 5000;

/** Returns a progress bar on a terminal, and a line now and then elsewhere. Programs get nothing. */
export function progressOf(output: Output, total: number, noun: string): Progress {
  if (output.json) return { update: () => undefined, end: () => undefined };
  if (!process.stdout.isTTY) {
    let last = performance.now();
    const update = (done: number) => {
      if (performance.now() - last < pause) return;
      last = performance.now();
      output.say(`${done} of ${total} ${noun}`);
    };
    return { update, end: () => undefined };
  }
  const format = `[{bar}] {percentage}% {value} of {total} ${noun}, {eta_formatted} left`;
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stdout });
  bar.start(total, 0);
  return {
    update: (done) => bar.update(done),
    end: () => {
      bar.update(total);
      bar.stop();
    },
  };
}
