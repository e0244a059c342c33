import { expect, it } from "vitest";
import { requirePackages } from "../../../src/platform/process/optional-packages.js";

it("a setting whose packages are installed is accepted", () => {
  expect(() => requirePackages("PORTICO_MEDIA_S3_BUCKET", ["@aws-sdk/client-s3"])).not.toThrow();
});

it("a setting whose packages are missing is rejected with the command that installs them", () => {
  expect(() => requirePackages("PORTICO_EXAMPLE", ["pg", "@portico/not-installed"])).toThrow(
    "PORTICO_EXAMPLE requires packages that are not installed: npm install pg @portico/not-installed",
  );
});
