import { readdir } from 'node:fs/promises';
import type { Config, Context } from '@netlify/functions';
import { ROOT } from '../settings.ts';
import type { ScheduledFunction } from './schedule.ts';

/** A function that handles Netlify's deploy event instead of requests. */
interface DeployListener {
  deploySucceeded?(): Promise<void>;
}

interface FunctionFile {
  name: string;
  handler: (request: Request, context: Context) => unknown;
  config: Config;
}

export interface MountedFunctions {
  /** Answers a request; undefined if no function has its path, or if that function prefers files (`preferStatic`). */
  answer(request: Request, ip: string): Promise<Response | undefined>;
  /** Answers a request without a file by a function with `preferStatic`. */
  answerMissing(request: Request, ip: string): Promise<Response | undefined>;
  /** Makes requests and schedules wait for this work: a function that waited itself would use up its time to answer. */
  waitFor(work: Promise<unknown>): void;
  /** The functions with a schedule. No request reaches them, as in production. */
  scheduled: ScheduledFunction[];
  /** Tells functions with `deploySucceeded` that new pages are online. */
  deploySucceeded(): Promise<void>;
  /** Settles when all work passed to `waitUntil` has ended. */
  idle(): Promise<void>;
}

/** Loads `functions/` into this process and routes requests by each function's `config`, as Netlify does. */
export async function mountFunctions(): Promise<MountedFunctions> {
  const folder = new URL('functions/', `file://${ROOT}`);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const files = await Promise.all(names.map((name) => load(new URL(name, folder), name)));
  const routes = files.map(routeOf);
  const unfinished = new Set<Promise<unknown>>();
  const waitUntil = (work: Promise<unknown>) => {
    const logged = work
      .catch((error: unknown) => console.error('Work after an answer failed:', error))
      .finally(() => unfinished.delete(logged));
    unfinished.add(logged);
  };

  let isReady: Promise<unknown> = Promise.resolve();

  const answerBy = async (afterFiles: boolean, request: Request, ip: string) => {
    const route = routes.find(
      ({ methods, patterns, preferStatic }) =>
        preferStatic === afterFiles &&
        (!methods || methods.includes(request.method)) &&
        patterns.some((pattern) => pattern.test(request.url)),
    );
    if (!route) return undefined;
    await isReady;
    return (await route.handler(request, contextOf(request, ip, waitUntil))) as Response | undefined;
  };

  return {
    answer: (request, ip) => answerBy(false, request, ip),
    answerMissing: (request, ip) => answerBy(true, request, ip),
    waitFor: (work) => {
      isReady = work.catch(() => {});
    },
    scheduled: files.flatMap(({ name, handler, config }) => {
      if (!('schedule' in config && config.schedule)) return [];
      const request = new Request(`http://localhost/.netlify/functions/${name}`, { method: 'POST' });
      const run = async () => {
        await isReady;
        return handler(request, contextOf(request, '127.0.0.1', waitUntil));
      };
      return { name, schedule: config.schedule, run };
    }),
    deploySucceeded: async () => {
      for (const { handler } of files) await (handler as DeployListener).deploySucceeded?.();
    },
    idle: async () => {
      while (unfinished.size > 0) await Promise.all(unfinished);
    },
  };
}

async function load(file: URL, name: string): Promise<FunctionFile> {
  const { default: handler, config = {} as Config } = (await import(file.href)) as {
    default: FunctionFile['handler'];
    config?: Config;
  };
  return { name: name.replace(/\.ts$/, ''), handler, config };
}

function routeOf({ handler, config }: FunctionFile) {
  const paths = [('path' in config ? config.path : undefined) ?? []].flat();
  const methods: string[] | undefined = 'method' in config && config.method ? [config.method].flat() : undefined;
  const preferStatic = 'preferStatic' in config && config.preferStatic === true;
  return { handler, methods, preferStatic, patterns: paths.map((pathname) => new URLPattern({ pathname })) };
}

/** The part of Netlify's context that functions may use. */
function contextOf(request: Request, ip: string, waitUntil: Context['waitUntil']): Context {
  return { ip, url: new URL(request.url), requestId: crypto.randomUUID(), waitUntil } as Context;
}
