import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeNow, listen } from '#local/loopback.ts';

/**
 * How a service outside of the shop lets it down. `slow` never answers: whoever waits has to stop by themselves. `unkeepable` fails with words that no
 * database keeps and nobody wants to. A number is a status.
 */
export type Fault = 'slow' | 'resetting' | 'garbage' | 'unkeepable' | number;

export const FAULTS: Fault[] = ['slow', 'resetting', 'garbage', 'unkeepable', 429, 500];

/** A zero byte, emoji that a cut at any place breaks in two, and a megabyte. */
const UNKEEPABLE = `\0${'💍'.repeat(250_000)}`;

export function isFault(reason: unknown): reason is Fault {
  return typeof reason === 'number' || FAULTS.some((fault) => fault === reason);
}

/** Answers as a failing service would. */
export function failLike(fault: Fault, response: ServerResponse): void {
  if (fault === 'slow') return;
  if (fault === 'resetting') response.destroy();
  else if (fault === 'garbage') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"<html>It works!');
  else if (fault === 'unkeepable') {
    const body = { statusCode: 500, name: UNKEEPABLE, message: UNKEEPABLE, error: { code: 131000, message: UNKEEPABLE } };
    response.writeHead(500, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  } else response.writeHead(fault, { 'Content-Type': 'application/json' }).end(`{"statusCode":${fault},"message":"no"}`);
}

/** A project can also be gone: nobody takes the connection. */
export type ProjectFault = Fault | 'down';

export const PROJECT_FAULTS: ProjectFault[] = ['down', ...FAULTS];

export interface FaultyProject {
  url: string;
  /** Lets requests fail from now on, told by their method and path (`POST /storage/v1/…`), or all of them when it is `down`; null ends that. */
  setFault(kind: ProjectFault | null, concerns?: (asked: string) => boolean): Promise<void>;
  stop(): Promise<void>;
}

/** A Supabase project on the way to which something can go wrong. */
export async function startFaultyProject(supabaseUrl: string): Promise<FaultyProject> {
  let fault: Fault | null = null;
  let concerns = (_asked: string) => true;
  let isDown = false;
  const server = createServer((incoming, response) => {
    if (fault && concerns(`${incoming.method} ${incoming.url}`)) failLike(fault, response);
    else forward(supabaseUrl, incoming, response);
  });
  const url = await listen(server);
  return {
    url,
    setFault: async (kind, which = () => true) => {
      fault = kind === 'down' ? null : kind;
      concerns = which;
      if (isDown && kind !== 'down') await listen(server, Number(new URL(url).port));
      else if (!isDown && kind === 'down') await closeNow(server);
      isDown = kind === 'down';
    },
    stop: () => closeNow(server),
  };
}

/** Passes a request on, and its answer back. */
export function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/', headers } = incoming;
  const onward = request(new URL(url, target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.once('error', () => response.destroy());
  incoming.pipe(onward);
}
