import { failure } from '#domain/failures.ts';
import { pagination } from '#domain/lists.ts';
import { RIGHTS, type Right } from '#domain/rights/rights.ts';
import { ERRORS, type ErrorCode } from '#server/errors.ts';
import { largestBody } from '#server/http/largest-body.ts';
import { type Access, type DeclaredOperation, rightsOf, whenProved } from '#server/http/operation.ts';
import { errorsOf } from '#server/http/operation-errors.ts';
import { MAX_PARAM } from '#server/http/read-request.ts';
import { type Handler, isPage } from '#server/http/resource.ts';
import { exampleOf } from './api-examples.ts';
import { ApiSchemas, type Json } from './api-schemas.ts';

/** The tokens of an operation, any one of a list; an empty entry means no token. */
const SECURITY: Record<Access, Json[]> = {
  anyone: [],
  shopper: [{ shopper: [] }],
  staff: [{ staff: [] }],
  'anyone or staff': [{}, { staff: [] }],
  'author or staff': [{ author: [] }, { staff: [] }],
  signed: [{ signature: [] }],
};

const FOR_WHOM: Record<Access, string> = {
  anyone: 'For everybody.',
  shopper: 'For a signed-in shopper.',
  staff: 'For staff.',
  'anyone or staff': 'For everybody; staff see and do more.',
  'author or staff': 'For the author, by the token that came with it, and for staff.',
  signed: 'For the service that shares a secret with the shop and signs the body with it.',
};

/**
 * What parts of paths are, by name. Fields of queries say it of themselves (`.meta`), but for those that a body shares, in whose description it would stand,
 * too: the two by which an order is tracked.
 */
const PARAMETERS: Record<string, string> = {
  id: 'The id of the record',
  itemId: 'The id of a line',
  kind: 'The kind of a condition',
  name: 'The name of a photo, as it was given when it was stored',
  orderId: 'The id of the order',
  orderNumber: 'The number of an order, as people read it',
  code: 'The id or number of an order, or the number of one of its parcels',
  photo: 'The id of a photo of a review',
  phone: 'The phone number an order was placed with, in any spelling',
  photoId: 'The id of a photo',
  receiptId: 'The id of a delivery',
  secret: 'The secret of the courier’s webhook',
  session: 'The id of a session',
  shipmentNumber: 'The number of a shipment, as people read it',
  slug: 'A name as it stands in addresses',
  term: 'What was looked for',
  transferId: 'The id of a transfer',
};

const ABOUT = `Every answer is an envelope: \`{success: true, data}\`, and \`pagination\` beside \`data\` where a list comes in pages; a refusal is
\`{success: false, code, message, requestId}\`, with \`errors\` for the fields of the request and \`details\` with what is needed to go on.
Clients decide by \`code\`; \`message\` is for people.

- Prices are rupees, days are days in Asia/Karachi, moments are ISO 8601 in UTC.
- Lists take \`page\` (from 1) and \`limit\` (1 to 100).
- An edit may carry the \`updatedAt\` its editor saw; when somebody was faster it is refused with 409 \`edited_meanwhile\`.
- With an \`Idempotency-Key\`, a request that is sent again is answered like the first one, and nothing is done twice.
- Staff get what their role may see: sums that are hidden from it are \`null\`, phones keep their ends (\`+92300•••••67\`), other contacts are \`•••\`.
- HEAD is answered wherever GET is, without a body.`;

const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };
const DEVICE = { $ref: '#/components/parameters/Device' };

/** The OpenAPI 3.1 description of the resources: https://spec.openapis.org/oas/v3.1.1.html */
export function describeApi(resources: readonly Handler[], origin: string): Json {
  const operations = resources.flatMap((resource) => resource.operations);
  const description = new Description();
  // Answers first: a schema that is both keeps its plain name for the answer.
  const answers = operations.map((operation) => description.answerOf(operation));
  const paths: Record<string, Json> = {};
  for (const [index, operation] of operations.entries()) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: description.operation(operation, answers[index] ?? {}) };
  }
  const tags = resources.flatMap(({ about, operations: [first] }) => (first ? [{ name: tagOf(first), description: about }] : []));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Jewellery Shop API',
      version: '1.0.0',
      description: ABOUT,
      contact: { name: 'The shop', url: `${origin}/contact` },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: origin, description: 'The shop' }],
    tags: tags.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    paths,
    components: {
      securitySchemes: {
        staff: { type: 'http', scheme: 'bearer', description: 'Token of an active member of staff' },
        shopper: { type: 'http', scheme: 'bearer', description: 'Token of a signed-in shopper' },
        author: { type: 'apiKey', in: 'header', name: 'X-Edit-Token', description: 'Token that came with one’s own review' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Hub-Signature-256',
          description: 'HMAC of the body, after `sha256=`',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A key of this attempt, chosen by the caller. Sent again, the request is answered as it was the first time.',
          schema: { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]*$' },
          example: '3f0c8a52-6d1e-4b7a-9c35-0a1b2c3d4e5f',
        },
        Device: {
          name: 'X-Device',
          in: 'header',
          required: false,
          description: 'What a browser calls itself, chosen at random: so many open orders may come from one. Kept as a hash.',
          schema: { type: 'string', minLength: 8, maxLength: 64, pattern: '^[\\w-]*$' },
          example: '0b9f8a1e-3a54-4c64-9f5c-0c8a8c3f2f11',
        },
      },
      headers: {
        RequestId: { description: 'Stands in the log, too', schema: { type: 'string', format: 'uuid' } },
        RetryAfter: { description: 'Seconds to wait before the next try', schema: { type: 'string', pattern: '^\\d+$' } },
      },
      schemas: sorted(description.schemas.components),
      responses: sorted(description.errors),
      examples: sorted(description.examples),
    },
  };
}

/** Collects what operations share while they are described. */
class Description {
  readonly schemas = new ApiSchemas();
  readonly errors: Record<string, Json> = {};
  readonly examples: Record<string, Json> = {};
  readonly #failure = this.schemas.output(failure);

  /** The envelope of an operation's success. */
  answerOf({ returns }: DeclaredOperation): Json {
    const data = isPage(returns) ? { type: 'array', items: this.schemas.output(returns.pageOf) } : this.schemas.output(returns);
    const properties = {
      success: { type: 'boolean', const: true },
      data,
      ...(isPage(returns) ? { pagination: this.schemas.output(pagination) } : {}),
    };
    return { type: 'object', properties, required: Object.keys(properties) };
  }

  operation(operation: DeclaredOperation, answer: Json): Json {
    const { access, summary, status = 200 } = operation;
    const proof = whenProved(operation);
    return {
      tags: [tagOf(operation)],
      summary,
      description: descriptionOf(operation),
      operationId: operationId(operation),
      'x-access': access,
      ...(rightsOf(operation) ? { 'x-rights': rightsOf(operation) } : {}),
      ...(operation.besides ? { 'x-rights-besides': rightsOf({ right: operation.besides }) } : {}),
      ...(proof ? { 'x-proof': proof } : {}),
      ...(operation.deprecated ? { deprecated: true } : {}),
      security: SECURITY[access],
      parameters: this.#parameters(operation),
      ...this.#requestBody(operation),
      responses: {
        [status]: {
          description: status === 201 ? 'Done, and something new is there' : 'Done',
          headers: REQUEST_ID,
          content: operation.answersText ? { 'text/plain': { schema: TEXT, example: '1158201444' } } : this.#content(answer),
        },
        ...this.#errorsOf(operation),
      },
    };
  }

  #requestBody(operation: DeclaredOperation): Json {
    const { body, upload } = operation;
    const proof = whenProved(operation);
    if (!body && !proof) return {};
    const schema = body ? this.schemas.input(body) : { type: 'object' };
    const sent = proof ? { allOf: [schema, { type: 'object', properties: { proof: PROOF } }] } : schema;
    return { requestBody: { required: Boolean(body), content: this.#content(sent, upload) } };
  }

  #parameters({ path, query, idempotent }: DeclaredOperation): Json[] {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      description: PARAMETERS[name],
      schema: { type: 'string', maxLength: MAX_PARAM },
      example: exampleOf(this.schemas, TEXT, name, /^\/api\/(.+?)\/:/.exec(path)?.[1]),
    }));
    const shape = query ? this.schemas.query(query) : {};
    const required = Array.isArray(shape.required) ? shape.required : [];
    const inQuery = Object.entries((shape.properties ?? {}) as Record<string, Json>).map(
      ([name, { description = PARAMETERS[name], ...schema }]) => ({
        name,
        in: 'query',
        required: required.includes(name),
        description,
        schema,
      }),
    );
    return [...inPath, ...inQuery, ...(idempotent ? [IDEMPOTENCY_KEY, DEVICE] : [])];
  }

  /** A schema with an example; uploads have none. */
  #content(schema: Json, upload?: DeclaredOperation['upload']): Json {
    return upload
      ? { 'multipart/form-data': { schema } }
      : { 'application/json': { schema, example: exampleOf(this.schemas, schema) } };
  }

  /** The errors of an operation by status; each combination is one component. */
  #errorsOf(operation: DeclaredOperation): Record<string, Json> {
    const byStatus = Map.groupBy(errorsOf(operation).toSorted(), (code) => ERRORS[code].status);
    return Object.fromEntries([...byStatus].map(([status, codes]) => [status, this.#error(status, codes)]));
  }

  #error(status: number, codes: ErrorCode[]): Json {
    const name = codes.map((code) => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('Or');
    this.errors[name] ??= {
      description: codes.map((code) => ERRORS[code].message).join(' / '),
      headers: { ...REQUEST_ID, ...([429, 503].includes(status) ? RETRY_AFTER : {}) },
      content: {
        'application/json': {
          schema: { allOf: [this.#failure, { type: 'object', properties: { code: { type: 'string', enum: codes } } }] },
          examples: Object.fromEntries(codes.map((code) => [code, this.#example(code)])),
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  #example(code: ErrorCode): Json {
    this.examples[code] ??= {
      summary: ERRORS[code].message,
      value: {
        success: false,
        message: ERRORS[code].message,
        code,
        ...(code === 'validation_failed' ? { errors: [{ path: 'email', message: 'Enter a valid e-mail address' }] } : {}),
        requestId: EXAMPLE_REQUEST_ID,
      },
    };
    return { $ref: `#/components/examples/${code}` };
  }
}

const TEXT: Json = { type: 'string' };
const PROOF: Json = { type: 'string', maxLength: 200 };
const EXAMPLE_REQUEST_ID = '3f0c8a52-6d1e-4b7a-9c35-0a1b2c3d4e5f';
const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** The resource of an operation: the first part of its path. */
function tagOf({ path }: DeclaredOperation): string {
  return path.split('/')[2] ?? '';
}

/** The description of an operation. */
function descriptionOf(operation: DeclaredOperation): string {
  const { summary, access, limit, idempotent, deprecated, upload, body, signature } = operation;
  const rights = rightsOf(operation);
  const proof = whenProved(operation);
  return [
    `${summary}.`,
    FOR_WHOM[access],
    rights ? `Staff need a role that may ${neededText(rights)}.` : '',
    operation.besides ? `And one that may ${neededText(rightsOf({ right: operation.besides }))}.` : '',
    proof
      ? `Needs a code of one’s second factor, or the password of whoever has none, as \`proof\`${proof === 'always' ? '' : ` ${proof}`}.`
      : '',
    limit ? `At most ${limit.hits} times in ${limit.seconds} seconds from one network (an IPv4 address, an IPv6 /64).` : '',
    idempotent ? 'Safe to send again with the same `Idempotency-Key`.' : '',
    upload ? 'The body has at most 6 MB.' : body && !signature ? `The body has at most ${largestBody(body) / 1024} KB.` : '',
    deprecated ? 'There is something better.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function neededText(rights: readonly Right[] | null): string {
  return (rights ?? []).map((right) => RIGHTS[right].label).join(', or ');
}

function operationId({ method, path }: DeclaredOperation): string {
  return `${method} ${path.replace('/api', '')}`.replace(
    /[^a-zA-Z0-9]+(\w)?/g,
    (_, next: string | undefined) => next?.toUpperCase() ?? '',
  );
}

function sorted(components: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
