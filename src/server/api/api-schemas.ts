import * as z from 'zod';
import * as contracts from './contracts.ts';

export type Json = Record<string, unknown>;

type Way = 'input' | 'output';

/** Converts zod schemas to JSON Schema; named ones become components. */
export class ApiSchemas {
  readonly components: Record<string, Json> = {};
  #outputs = registryOf((name) => name);
  #inputs: Registry | undefined;

  /** The schema of an answer. Convert all answers before the first request. */
  output(schema: z.ZodType): Json {
    return this.#render(schema, 'output', this.#outputs);
  }

  /** The schema of a request. One that differs from the answer's gets the suffix `Input`. */
  input(schema: z.ZodType): Json {
    this.#inputs ??= registryOf((name, named) => (name in this.components && differs(named) ? `${name}Input` : name));
    return this.#render(schema, 'input', this.#inputs);
  }

  /** The fields of a query string; they need no component, and a copy has no name. */
  query(schema: z.ZodType): Json {
    return this.input(schema.clone(schema.def));
  }

  /** Follows a `$ref`. */
  resolve(schema: Json): Json {
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    return name ? this.resolve(this.components[name] ?? {}) : schema;
  }

  #render(schema: z.ZodType, io: Way, metadata: Registry): Json {
    const { $schema: _, $defs = {}, ...described } = toJson(schema, io, metadata);
    Object.assign(this.components, $defs);
    return described;
  }
}

type Registry = z.core.$ZodRegistry<Json>;

/** The metadata of schemas, with names for those of the contract. */
function registryOf(nameFor: (name: string, schema: z.ZodType) => string): Registry {
  const ids = new Map(contractSchemas().map(([name, schema]) => [schema as unknown, nameFor(name, schema)]));
  const registry = z.registry<Json>();
  registry.get = (schema) => {
    const id = ids.get(schema);
    return { ...z.globalRegistry.get(schema), ...(id ? { id } : {}) } as never;
  };
  return registry;
}

/** The schemas that get a name: that of their constant, with a capital letter. */
function contractSchemas(): [string, z.ZodType][] {
  named ??= Object.values(contracts)
    .flatMap((module) => Object.entries<unknown>(module))
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType && isComponent(entry[1]))
    .map(([constant, schema]) => [constant.replace(/^./, (first) => first.toUpperCase()), schema]);
  return named;
}

let named: [string, z.ZodType][] | undefined;

/** Objects and enums. Texts and numbers are written in place. */
function isComponent(schema: z.ZodType): boolean {
  const { type, enum: choices } = toJson(schema, 'input', z.globalRegistry);
  return type === 'object' || (Array.isArray(choices) && !choices.includes('true'));
}

function differs(schema: z.ZodType): boolean {
  const [input, output] = (['input', 'output'] as const).map((io) => JSON.stringify(toJson(schema, io, z.globalRegistry)));
  return input !== output;
}

function toJson(schema: z.ZodType, io: Way, metadata: z.core.$ZodRegistry<never> | Registry): Json {
  const json = z.toJSONSchema(schema, {
    io,
    metadata: metadata as Registry,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Clients must accept new fields in answers.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Many JSON Schema tools do not understand `\p{C}`; the server still checks it.
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern;
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/'));
}
