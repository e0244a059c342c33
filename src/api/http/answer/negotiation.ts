export type Format = "json" | "xml";

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["*/*", "json"],
  ["application/*", "json"],
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["application/xhtml+xml", "xml"],
  ["text/xml", "xml"],
]);

/** Returns the preferred format of an `Accept` header, JSON or XML; undefined if it allows neither. */
export function formatOf(accept: string | undefined): Format | undefined {
  if (!accept) return "json";
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { format: formats.get(type), quality: quality ? Number(quality.slice(2)) : 1 };
    });
  const accepted = ranges.filter(({ quality, format }) => quality > 0 && format !== undefined);
  return accepted.sort((one, other) => other.quality - one.quality)[0]?.format;
}
