import "reflect-metadata";
import { beforeEach } from "vitest";
import { quarantineNote } from "./quarantine.js";
import { isSkipped } from "./test-database.js";

const skipped = await isSkipped();

beforeEach((context) => {
  if (skipped) context.skip("PostgreSQL is not running");
  const note = quarantineNote(context.task.file.filepath, context.task.name);
  if (note !== undefined) context.skip(note);
});
