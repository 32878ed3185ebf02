import type { BuiltFunction } from './netlify-build.ts';

/** The function that Netlify's CDN hands a request to, by the routes of the build's manifest. @throws Error when two would have it */
export function functionAt(functions: BuiltFunction[], { method, url }: Request): BuiltFunction | undefined {
  const { pathname } = new URL(url);
  const routed = functions.filter(({ routes = [] }) =>
    routes.some(
      ({ literal, expression, methods }) =>
        (methods.length === 0 || methods.includes(method)) &&
        (expression ? new RegExp(expression).test(pathname) : literal === pathname),
    ),
  );
  if (routed.length > 1) throw new Error(`${routed.map(({ name }) => name).join(' and ')} both have ${pathname}`);
  return routed[0];
}
