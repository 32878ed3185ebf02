import * as z from 'zod';
import * as auth from '#domain/accounts/contract.ts';
import * as secondFactor from '#domain/accounts/second-factor.ts';
import * as advances from '#domain/advances/contract.ts';
import * as audit from '#domain/audit-log/contract.ts';
import * as browserErrors from '#domain/browser-errors/contract.ts';
import * as cart from '#domain/cart/contract.ts';
import * as catalogue from '#domain/catalog/contract.ts';
import * as category from '#domain/categories/contract.ts';
import * as confirmation from '#domain/confirmations/contract.ts';
import * as couriers from '#domain/couriers/contract.ts';
import * as dispatch from '#domain/couriers/dispatch.ts';
import * as courierHints from '#domain/couriers/hint.ts';
import * as customer from '#domain/customers/contract.ts';
import * as deleted from '#domain/deleted/contract.ts';
import * as discounts from '#domain/discounts/contract.ts';
import * as failures from '#domain/failures.ts';
import * as goodsBack from '#domain/goods-back/contract.ts';
import * as health from '#domain/health/contract.ts';
import * as limits from '#domain/limits/contract.ts';
import * as lists from '#domain/lists.ts';
import * as unsentMail from '#domain/mail/contract.ts';
import * as contact from '#domain/messages/contact.ts';
import * as message from '#domain/messages/contract.ts';
import * as missedSearches from '#domain/missed-searches/contract.ts';
import * as newsletter from '#domain/newsletter/contract.ts';
import * as orderLink from '#domain/order-link.ts';
import * as confirmationState from '#domain/orders/confirmation.ts';
import * as order from '#domain/orders/contract.ts';
import * as orderPage from '#domain/orders/page-contract.ts';
import * as orderTimeline from '#domain/orders/timeline.ts';
import * as orderTracking from '#domain/orders/tracking-contract.ts';
import * as twinOrders from '#domain/orders/twins.ts';
import * as packing from '#domain/packing/contract.ts';
import * as bankAccounts from '#domain/payments/bank-accounts.ts';
import * as bankStatement from '#domain/payments/bank-statement.ts';
import * as payments from '#domain/payments/contract.ts';
import * as upload from '#domain/photos/contract.ts';
import * as product from '#domain/products/contract.ts';
import * as productEdit from '#domain/products/edit.ts';
import * as purchaseOrder from '#domain/purchase-orders/contract.ts';
import * as push from '#domain/push/contract.ts';
import * as readyText from '#domain/ready-texts/contract.ts';
import * as analytics from '#domain/reports/contract.ts';
import * as returns from '#domain/returns/contract.ts';
import * as dispositions from '#domain/returns/dispositions.ts';
import * as pageReturns from '#domain/returns/page-returns.ts';
import * as review from '#domain/reviews/contract.ts';
import * as search from '#domain/search/contract.ts';
import * as settings from '#domain/settings/contract.ts';
import * as shipment from '#domain/shipments/contract.ts';
import * as parcelLabels from '#domain/shipments/labels.ts';
import * as underWay from '#domain/shipments/under-way.ts';
import * as siteBuild from '#domain/site-builds/contract.ts';
import * as staff from '#domain/staff/contract.ts';
import * as status from '#domain/status/contract.ts';
import * as stock from '#domain/stock/contract.ts';
import * as stockNotice from '#domain/stock-notices/contract.ts';
import * as values from '#domain/values.ts';
import * as versions from '#domain/versions.ts';
import * as whatsapp from '#domain/whatsapp/contract.ts';
import * as whatsappTalk from '#domain/whatsapp/talk.ts';

export type Json = Record<string, unknown>;

/** In the description a schema has the name of its constant, with a capital letter. */
const MODULES: object[] = [
  advances,
  analytics,
  audit,
  auth,
  bankAccounts,
  bankStatement,
  browserErrors,
  cart,
  catalogue,
  category,
  confirmation,
  confirmationState,
  contact,
  customer,
  deleted,
  couriers,
  courierHints,
  dispatch,
  underWay,
  discounts,
  payments,
  failures,
  health,
  limits,
  lists,
  message,
  missedSearches,
  newsletter,
  order,
  orderTimeline,
  orderTracking,
  orderLink,
  orderPage,
  packing,
  twinOrders,
  product,
  productEdit,
  purchaseOrder,
  push,
  readyText,
  goodsBack,
  returns,
  dispositions,
  pageReturns,
  review,
  search,
  secondFactor,
  settings,
  shipment,
  parcelLabels,
  siteBuild,
  staff,
  status,
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
    if (typeof $ref !== 'string')
      throw new Error('A query has no name: add the file of its schema to MODULES in src/server/http/api-schemas.ts');
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
