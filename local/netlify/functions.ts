import { readdir } from 'node:fs/promises';
import type { Config, Context } from '@netlify/functions';
import { ROOT } from '../settings.ts';
import type { ScheduledFunction } from './schedule.ts';

/** A function may be told of deploys that went online, instead of answering requests. */
interface Listener {
  deploySucceeded?(): Promise<void>;
}

interface FunctionFile {
  name: string;
  handler: (request: Request, context: Context) => unknown;
  config: Config;
}

export interface MountedFunctions {
  /** Answers a request; undefined when no function has its address, or the one that has leaves files the first word (`preferStatic`). */
  answer(request: Request, ip: string): Promise<Response | undefined>;
  /** Answers a request for which there is no file, by a function with `preferStatic`. */
  answerMissing(request: Request, ip: string): Promise<Response | undefined>;
  /** The functions with a schedule. No address reaches them, as in production. */
  scheduled: ScheduledFunction[];
  /** Tells the functions that want to know that new pages are online. */
  deploySucceeded(): Promise<void>;
  /** Settles when nothing is left of the work that functions went on with after they had answered. */
  idle(): Promise<void>;
}

/** The functions of `functions/`, mounted in this process by their own `config`, as Netlify mounts them in production. */
export async function mountFunctions(): Promise<MountedFunctions> {
  const folder = new URL('functions/', `file://${ROOT}`);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const files = await Promise.all(names.map((name) => load(new URL(name, folder), name)));
  const routes = files.map(routeOf);
  const unfinished = new Set<Promise<unknown>>();
  const waitUntil = (work: Promise<unknown>) => {
    const told = work
      .catch((error: unknown) => console.error('Work after an answer failed:', error))
      .finally(() => unfinished.delete(told));
    unfinished.add(told);
  };

  const answerBy = async (afterFiles: boolean, request: Request, ip: string) => {
    const route = routes.find(
      ({ methods, patterns, preferStatic }) =>
        preferStatic === afterFiles &&
        (!methods || methods.includes(request.method)) &&
        patterns.some((pattern) => pattern.test(request.url)),
    );
    return (await route?.handler(request, contextOf(request, ip, waitUntil))) as Response | undefined;
  };

  return {
    answer: (request, ip) => answerBy(false, request, ip),
    answerMissing: (request, ip) => answerBy(true, request, ip),
    scheduled: files.flatMap(({ name, handler, config }) => {
      if (!('schedule' in config && config.schedule)) return [];
      const request = new Request(`http://localhost/.netlify/functions/${name}`, { method: 'POST' });
      return { name, schedule: config.schedule, run: async () => handler(request, contextOf(request, '127.0.0.1', waitUntil)) };
    }),
    deploySucceeded: async () => {
      for (const { handler } of files) await (handler as Listener).deploySucceeded?.();
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

/** The part of Netlify's context that a function may rely on: who calls, and that work goes on after the answer. */
function contextOf(request: Request, ip: string, waitUntil: Context['waitUntil']): Context {
  return { ip, url: new URL(request.url), requestId: crypto.randomUUID(), waitUntil } as Context;
}
