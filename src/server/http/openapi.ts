import * as z from 'zod';
import { failure, pagination } from '#shared/schemas/common.ts';
import type { Access, DeclaredOperation } from './operation.ts';
import { isPage } from './resource.ts';

type Json = Record<string, unknown>;

/** Which tokens open an operation, any one of a list; an empty entry is no token. */
const SECURITY: Record<Access, Json[]> = {
  anyone: [],
  shopper: [{ shopper: [] }],
  staff: [{ staff: [] }],
  'anyone or staff': [{}, { staff: [] }],
  'author or staff': [{ author: [] }, { staff: [] }],
};

/** The OpenAPI 3.1 description of the declared operations: https://spec.openapis.org/oas/v3.1.1.html */
export function describeApi(operations: readonly DeclaredOperation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Jewellery Shop API',
      version: '1.0.0',
      description: 'Answers are `{success: true, data}`; failures carry a code and a message.',
    },
    paths,
    components: {
      securitySchemes: {
        staff: { type: 'http', scheme: 'bearer', description: 'Token of an active member of staff' },
        shopper: { type: 'http', scheme: 'bearer', description: 'Token of a signed-in shopper' },
        author: { type: 'apiKey', in: 'header', name: 'X-Edit-Token', description: 'Token that came with one’s own review' },
      },
      schemas: { Failure: jsonSchema(failure, 'output') },
    },
  };
}

function describeOperation(operation: DeclaredOperation): Json {
  const { access, summary, body, upload, status = 200 } = operation;
  const type = upload ? 'multipart/form-data' : 'application/json';
  return {
    summary,
    operationId: operationId(operation),
    'x-access': access,
    ...(operation.deprecated ? { deprecated: true } : {}),
    security: SECURITY[access],
    parameters: parametersOf(operation),
    ...(body ? { requestBody: { required: true, content: { [type]: { schema: jsonSchema(body, 'input') } } } } : {}),
    responses: {
      [status]: { description: 'Success', content: jsonContent(envelopeOf(operation)) },
      default: { description: 'Failure', content: jsonContent({ $ref: '#/components/schemas/Failure' }) },
    },
  };
}

function operationId({ method, path }: DeclaredOperation): string {
  return `${method} ${path.replace('/api', '')}`.replace(
    /[^a-zA-Z0-9]+(\w)?/g,
    (_, next: string | undefined) => next?.toUpperCase() ?? '',
  );
}

function parametersOf({ path, query, idempotent }: DeclaredOperation): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const shape = query ? jsonSchema(query, 'input') : {};
  const required = Array.isArray(shape.required) ? shape.required : [];
  const inQuery = Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const inHeader = idempotent
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 8, maxLength: 200 } }]
    : [];
  return [...inPath, ...inQuery, ...inHeader];
}

function envelopeOf({ returns }: DeclaredOperation): Json {
  const data = isPage(returns) ? { type: 'array', items: jsonSchema(returns.pageOf, 'output') } : jsonSchema(returns, 'output');
  const properties = {
    success: { const: true },
    data,
    ...(isPage(returns) ? { pagination: jsonSchema(pagination, 'output') } : {}),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
