/** The child process of `lambda.ts`: one function of a build, in the folder of its archive, with what AWS gives to Netlify's entry point. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Writable } from 'node:stream';

interface Metadata {
  statusCode: number;
  multiValueHeaders?: Record<string, string[]>;
  headers?: Record<string, string>;
}

type Handler = (event: unknown, stream: Writable, context: unknown) => Promise<void>;

let answered: Metadata;

// Answers are streamed: the status and headers first, by `from`, then the body.
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: Handler) => handler,
    HttpResponseStream: {
      from: (stream: Writable, metadata: Metadata) => {
        answered = metadata;
        return stream;
      },
    },
  },
});
const { handler } = (await import(join(process.cwd(), '___netlify-entry-point.mjs'))) as { handler: Handler };

process.on('message', async (event) => {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk, encoding, done) => {
      chunks.push(Buffer.from(chunk, encoding));
      done();
    },
  });
  try {
    await handler(event, stream, { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 60_000 });
    process.send?.({ ...answered, body: Buffer.concat(chunks).toString('base64') });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
process.send?.('ready');
