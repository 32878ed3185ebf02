import { join } from 'node:path';
import { HeadersHandler } from '@netlify/headers';
import { RedirectsHandler } from '@netlify/redirects';
import { StaticHandler } from '@netlify/static';
import { ROOT } from '../settings.ts';

type AnswerMissing = () => Promise<Response | undefined>;

const CONFIG = join(ROOT, 'netlify.toml');

/**
 * Serves a folder as Netlify's CDN does: files, and the redirects, rewrites and headers of netlify.toml. Scripts also come from the folder that was online
 * before, for pages that are still open: their names contain a hash. `answerMissing` may answer requests without a file.
 */
export function serveFolder(
  folder: string,
  before: string | undefined,
): (request: Request, answerMissing?: AnswerMissing) => Promise<Response> {
  const files = new StaticHandler({ directory: folder });
  const hashedFiles = new StaticHandler({ directory: before ? [folder, before] : folder });
  const redirects = new RedirectsHandler({
    configPath: CONFIG,
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir: ROOT,
    publicDir: folder,
  });
  const headers = new HeadersHandler({
    configPath: CONFIG,
    projectDir: ROOT,
    publishDir: folder,
    logger: console,
  });

  const fileAt = async (request: Request) => {
    const hashed = new URL(request.url).pathname.startsWith('/_astro/');
    return (await (hashed ? hashedFiles : files).match(request))?.handle;
  };
  const respond = async (request: Request, file: (() => Promise<Response>) | undefined): Promise<Response> => {
    const rule = await redirects.match(request);
    if (file && !rule?.force) return file();
    const answer = rule && (await redirects.handle(request, rule, fileAt));
    if (!answer) return new Response('Not found', { status: 404 });
    // A copy, because a redirect's headers are immutable and a rewrite's status comes from its rule, not from its file.
    return new Response(answer.body, {
      status: rule.statusCode,
      headers: new Headers(answer.headers),
    });
  };

  /** The headers of each file: their handler reads netlify.toml anew for every request, which takes longer than the file does. */
  const known = new Map<string, ReturnType<HeadersHandler['apply']>>();
  const headersOf = (request: Request, isFile: boolean) => {
    const { pathname } = new URL(request.url);
    const rules = known.get(pathname) ?? headers.apply(request);
    if (isFile) known.set(pathname, rules);
    return rules;
  };

  return async (request, answerMissing) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Method not allowed', {
        status: 405,
        headers: { Allow: 'GET, HEAD' },
      });
    if (!isDecodable(new URL(request.url).pathname)) return new Response('Bad request', { status: 400 });
    // The headers of netlify.toml do not apply to a function's answer.
    const file = await fileAt(request);
    const missing = file ? undefined : await answerMissing?.();
    if (missing) return missing;
    const response = await respond(request, file);
    const rules = await headersOf(request, file !== undefined);
    for (const [name, value] of Object.entries(rules)) response.headers.set(name, value);
    return response;
  };
}

/** Whether a path's escapes are complete: `/product/%E0%A4%A` is not. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
