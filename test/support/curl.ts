import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Whether commands of the documentation can be pasted: they call `curl`. */
export const hasCurl = await promisify(execFile)("curl", ["--version"]).then(
  () => true,
  () => false,
);
