import type { Context } from '@netlify/functions';
import { type Network, networkOf } from '#server/network.ts';

/** The part of Netlify's context that is read. */
export type NetlifyContext = Pick<Context, 'ip' | 'waitUntil'>;

/** What a handler knows of a request besides the request: its network, and never its address. */
export interface HandlerContext {
  network: Network;
  /** Continues after the answer. */
  waitUntil(work: Promise<unknown>): void;
}

/** The only reader of a request's address. */
export function handlerContextOf(context: NetlifyContext): HandlerContext {
  return { network: networkOf(context.ip), waitUntil: (work) => context.waitUntil(work) };
}
