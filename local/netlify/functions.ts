import { readdir } from 'node:fs/promises';
import type { Config, Context } from '@netlify/functions';
import { ROOT } from '../settings.ts';

type Handler = (request: Request, context: Context) => Response | Promise<Response>;

interface MountedFunction {
  handler: Handler;
  patterns: URLPattern[];
  methods: string[] | undefined;
}

/** The functions of `functions/`, mounted in this process by their own `config`, as Netlify mounts them in production. */
export async function mountFunctions(): Promise<(request: Request, ip: string) => Promise<Response | undefined>> {
  const folder = new URL('functions/', `file://${ROOT}`);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const mounted = await Promise.all(files.map((name) => mount(new URL(name, folder))));

  return async (request, ip) => {
    const found = mounted.find(
      ({ patterns, methods }) =>
        (!methods || methods.includes(request.method)) && patterns.some((pattern) => pattern.test(request.url)),
    );
    return found?.handler(request, contextOf(request, ip));
  };
}

async function mount(file: URL): Promise<MountedFunction> {
  const { default: handler, config } = (await import(file.href)) as {
    default: Handler;
    config: Config;
  };
  const paths = [('path' in config ? config.path : undefined) ?? []].flat();
  const methods = 'method' in config && config.method ? [config.method].flat() : undefined;
  return {
    handler,
    methods,
    patterns: paths.map((pathname) => new URLPattern({ pathname })),
  };
}

/** The part of Netlify's context that a function may rely on: who calls. */
function contextOf(request: Request, ip: string): Context {
  return {
    ip,
    url: new URL(request.url),
    requestId: crypto.randomUUID(),
  } as Context;
}
