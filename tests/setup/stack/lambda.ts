import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Lambda {
  /** Sends one request and waits until everything it set going has ended, as the function does before it is frozen. */
  ask(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

interface Answer {
  statusCode: number;
  multiValueHeaders?: Record<string, string[]>;
  headers?: Record<string, string>;
  body: string;
  error?: string;
}

/** Starts a function of a Netlify build from the folder of its unpacked archive, with these variables and nothing else of this machine. */
export async function startLambda(folder: string, environment: Record<string, string>): Promise<Lambda> {
  const child = fork(new URL('./lambda-process.ts', import.meta.url), {
    cwd: folder,
    execArgv: [],
    env: { ...environment, LAMBDA_TASK_ROOT: folder },
  });
  const ended = once(child, 'exit');
  const next = async () => {
    const answer = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
    if (!answer) throw new Error(`The function in ${folder} ended by itself`);
    return answer[0];
  };
  await next();

  return {
    ask: async (request) => {
      child.send(await eventOf(request));
      const { statusCode, multiValueHeaders = {}, headers = {}, body, error }: Answer = await next();
      if (error) throw new Error(error);
      const read = new Headers(headers);
      for (const [name, values] of Object.entries(multiValueHeaders)) for (const value of values) read.append(name, value);
      const isEmpty = [204, 304].includes(statusCode);
      return new Response(isEmpty ? null : Buffer.from(body, 'base64'), { status: statusCode, headers: read });
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** A request as Netlify hands it to AWS. */
async function eventOf(request: Request): Promise<Record<string, unknown>> {
  const { pathname } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  return {
    rawUrl: request.url,
    path: pathname,
    httpMethod: request.method,
    headers: { ...Object.fromEntries(request.headers), 'x-nf-client-connection-ip': '198.51.100.7' },
    ...(body.length > 0 ? { body: body.toString('base64') } : {}),
    isBase64Encoded: body.length > 0,
    // With it the function may purge Netlify's CDN.
    purgeAPIToken: 'a token',
  };
}
