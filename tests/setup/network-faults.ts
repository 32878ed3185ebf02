import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeNow, listen } from './loopback.ts';

/** How a service outside of the shop lets it down. `slow` never answers: whoever waits has to stop by themselves. A number is a status. */
export type Trouble = 'slow' | 'resetting' | 'garbage' | number;

export const TROUBLES: Trouble[] = ['slow', 'resetting', 'garbage', 429, 500];

/** Answers as a service in trouble would. */
export function failLike(trouble: Trouble, response: ServerResponse): void {
  if (trouble === 'slow') return;
  if (trouble === 'resetting') response.destroy();
  else if (trouble === 'garbage') response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"<html>It works!');
  else response.writeHead(trouble, { 'Content-Type': 'application/json' }).end(`{"statusCode":${trouble},"message":"no"}`);
}

/** A project can also be gone: nobody takes the connection. */
export type ProjectTrouble = Trouble | 'down';

export const PROJECT_TROUBLES: ProjectTrouble[] = ['down', ...TROUBLES];

export interface TroubledProject {
  url: string;
  /** Lets requests fail from now on, told by their method and path (`POST /storage/v1/…`), or all of them when it is `down`; null ends that. */
  trouble(kind: ProjectTrouble | null, concerns?: (asked: string) => boolean): Promise<void>;
  stop(): Promise<void>;
}

/** A Supabase project on the way to which something can go wrong. */
export async function startTroubledProject(supabaseUrl: string): Promise<TroubledProject> {
  let trouble: Trouble | null = null;
  let concerns = (_asked: string) => true;
  let isDown = false;
  const server = createServer((incoming, response) => {
    if (trouble && concerns(`${incoming.method} ${incoming.url}`)) failLike(trouble, response);
    else forward(supabaseUrl, incoming, response);
  });
  const url = await listen(server);
  return {
    url,
    trouble: async (kind, which = () => true) => {
      trouble = kind === 'down' ? null : kind;
      concerns = which;
      if (isDown && kind !== 'down') await listen(server, Number(new URL(url).port));
      else if (!isDown && kind === 'down') await closeNow(server);
      isDown = kind === 'down';
    },
    stop: () => closeNow(server),
  };
}

function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/', headers } = incoming;
  const onward = request(new URL(url, target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.once('error', () => response.destroy());
  incoming.pipe(onward);
}
