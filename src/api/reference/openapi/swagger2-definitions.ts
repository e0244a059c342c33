import type { oas31 } from "openapi3-ts";
import contractNames from "./contract-names.json" with { type: "json" };
import { type Schema, schemaNames, shapeOfSchema } from "./openapi-schemas.js";
import { type Swagger2Schema, toSwagger2Schema } from "./swagger2-schemas.js";

/**
 * Magento's names of definitions, by our shapes. A shape that stands for several definitions has others at some places, which
 * precede it: a field of a definition, an argument of a service, or the answers of a service.
 */
const names = new Map<string, string>(Object.entries(contractNames));

/**
 * The definitions of a description. As in Magento's, requests and answers share one for each shape, so that a program can send
 * what it has read. Definitions have Magento's names, or those of our shapes if Magento has no such definition.
 */
export class Swagger2Definitions {
  private readonly made = new Map<string, Swagger2Schema>();

  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** Converts a schema at a place, and adds the definitions to which it refers. */
  convert(schema: Schema, place: string): Swagger2Schema {
    return toSwagger2Schema(schema, { name: place, refer: (target, from) => this.refer(target, from) });
  }

  /** Returns the definitions that were added, by name. */
  all(): Readonly<Record<string, Swagger2Schema>> {
    return Object.fromEntries([...this.made].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  private refer(target: string, place: string): string {
    const shape = shapeOfSchema(target);
    const name = names.get(`${place} ${shape}`) ?? names.get(shape) ?? shape;
    if (!this.made.has(name)) {
      // Added before its fields, because shapes can be recursive.
      this.made.set(name, {});
      this.made.set(name, this.convert(merge(this.formsOf(shape)), name));
    }
    return `#/definitions/${name}`;
  }

  /**
   * Returns the schemas of a shape, that of answers first. The one for requests whose path gives fields only counts if it
   * is alone: as in Magento's description, a field is then required beside the path, too.
   */
  private formsOf(shape: string): oas31.SchemaObject[] {
    const [answer, request, byPath] = schemaNames(shape);
    const names = [answer, request].filter((name) => name in this.schemas);
    return (names.length > 0 ? names : [byPath]).map((name) => (this.schemas[name] ?? {}) as oas31.SchemaObject);
  }
}

/**
 * Merges the schemas of a shape. A field is required if all of them require it: an answer may lack what requests need, and a
 * request may lack what answers have.
 */
function merge(forms: readonly oas31.SchemaObject[]): oas31.SchemaObject {
  const [first = {}, ...others] = forms;
  if (others.length === 0) return first;
  const keys = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  const required = (first.required ?? []).filter((key) => others.every((form) => form.required?.includes(key)));
  const { required: _own, ...rest } = first;
  return {
    ...rest,
    properties: Object.fromEntries([...keys].map((key) => [key, mergeField(forms, key)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Returns the schema of a field that admits null, or else the first one. */
function mergeField(forms: readonly oas31.SchemaObject[], key: string): Schema {
  const schemas = forms.flatMap(({ properties = {} }) => properties[key] ?? []);
  return schemas.find(admitsNull) ?? schemas[0] ?? {};
}

const admitsNull = (schema: Schema): boolean =>
  !("$ref" in schema) && ([schema.type].flat().includes("null") || schema.anyOf?.some(admitsNull) === true);
