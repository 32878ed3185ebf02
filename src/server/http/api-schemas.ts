import * as z from 'zod';
import * as auth from '#shared/schemas/accounts.ts';
import * as audit from '#shared/schemas/audit-log.ts';
import * as cart from '#shared/schemas/cart.ts';
import * as catalogue from '#shared/schemas/catalogue.ts';
import * as category from '#shared/schemas/categories.ts';
import * as confirmationState from '#shared/schemas/confirmation.ts';
import * as confirmation from '#shared/schemas/confirmations.ts';
import * as contact from '#shared/schemas/contact.ts';
import * as customer from '#shared/schemas/customers.ts';
import * as deleted from '#shared/schemas/deleted.ts';
import * as failures from '#shared/schemas/failures.ts';
import * as health from '#shared/schemas/health.ts';
import * as limits from '#shared/schemas/limits.ts';
import * as lists from '#shared/schemas/lists.ts';
import * as message from '#shared/schemas/messages.ts';
import * as newsletter from '#shared/schemas/newsletter.ts';
import * as orderPage from '#shared/schemas/order-pages.ts';
import * as orderTimeline from '#shared/schemas/order-timeline.ts';
import * as order from '#shared/schemas/orders.ts';
import * as upload from '#shared/schemas/photos.ts';
import * as productEdit from '#shared/schemas/product-edit.ts';
import * as product from '#shared/schemas/products.ts';
import * as purchaseOrder from '#shared/schemas/purchase-orders.ts';
import * as readyText from '#shared/schemas/ready-texts.ts';
import * as analytics from '#shared/schemas/reports.ts';
import * as review from '#shared/schemas/reviews.ts';
import * as search from '#shared/schemas/search.ts';
import * as secondFactor from '#shared/schemas/second-factor.ts';
import * as settings from '#shared/schemas/settings.ts';
import * as shipment from '#shared/schemas/shipments.ts';
import * as siteBuild from '#shared/schemas/site-builds.ts';
import * as staff from '#shared/schemas/staff.ts';
import * as stock from '#shared/schemas/stock.ts';
import * as stockNotice from '#shared/schemas/stock-notices.ts';
import * as unsentMail from '#shared/schemas/unsent-mails.ts';
import * as values from '#shared/schemas/values.ts';
import * as versions from '#shared/schemas/versions.ts';
import * as whatsapp from '#shared/schemas/whatsapp.ts';
import * as whatsappTalk from '#shared/schemas/whatsapp-talk.ts';

export type Json = Record<string, unknown>;

/** In the description a schema has the name of its constant, with a capital letter. */
const MODULES: object[] = [
  analytics,
  audit,
  auth,
  cart,
  catalogue,
  category,
  confirmation,
  confirmationState,
  contact,
  customer,
  deleted,
  failures,
  health,
  limits,
  lists,
  message,
  newsletter,
  order,
  orderTimeline,
  orderPage,
  product,
  productEdit,
  purchaseOrder,
  readyText,
  review,
  search,
  secondFactor,
  settings,
  shipment,
  siteBuild,
  staff,
  stock,
  stockNotice,
  unsentMail,
  upload,
  values,
  versions,
  whatsapp,
  whatsappTalk,
];

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

  /** The fields of a query string; they need no component. */
  query(schema: z.ZodType): Json {
    const known = { ...this.components };
    const { $ref } = this.input(schema);
    if (typeof $ref !== 'string') throw new Error('The query of an operation is a schema of the contract');
    const name = $ref.split('/').at(-1) ?? '';
    const fields = this.components[name] ?? {};
    if (!(name in known)) delete this.components[name];
    return fields;
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

/** The schemas that get a name. */
function contractSchemas(): [string, z.ZodType][] {
  named ??= MODULES.flatMap((module) => Object.entries(module))
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
