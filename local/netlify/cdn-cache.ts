interface CachedAnswer {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
  tags: string[];
  storedAt: number;
  freshMs: number;
  /** How long after that it is still answered while it is renewed. */
  staleMs: number;
}

type Fetch = () => Promise<Response | undefined>;

export interface CdnCache {
  /** Answers from the cache, else fetches; simultaneous requests for the same address fetch once. */
  answer(request: Request, fetch: Fetch): Promise<Response | undefined>;
  /** Removes the answers with one of the tags; all answers when there are none. */
  purge(tags: string[] | undefined): void;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ANSWERS = 5_000;
/** Paths whose relevant query parameters are remembered. Clearing them costs one fetch each. */
const MAX_PATHS = 10_000;

/** Netlify's CDN in front of the functions: caches by `Netlify-CDN-Cache-Control` and `Netlify-Vary`, purges by `Netlify-Cache-Tag`. */
export function createCdnCache(): CdnCache {
  const answers = new Map<string, CachedAnswer>();
  const pending = new Map<string, Promise<CachedAnswer | undefined>>();
  const parametersByPath = new Map<string, string[]>();
  let bytes = 0;
  let purges = 0;

  const remove = (key: string) => {
    bytes -= answers.get(key)?.body.byteLength ?? 0;
    answers.delete(key);
  };

  const store = (url: URL, answer: CachedAnswer) => {
    const parameters = relevantParameters(answer.headers);
    if (parametersByPath.size >= MAX_PATHS) parametersByPath.clear();
    if (parameters) parametersByPath.set(url.pathname, parameters);
    const key = keyOf(url, parameters);
    remove(key);
    answers.set(key, answer);
    bytes += answer.body.byteLength;
    for (const oldest of answers.keys()) {
      if (bytes <= MAX_BYTES && answers.size <= MAX_ANSWERS) break;
      remove(oldest);
    }
  };

  /** Fetches and stores the answer, unless a purge came meanwhile: the answer may be older than the change that the purge is about. */
  const fetchOnce = (url: URL, key: string, fetch: Fetch, onAnswer: (response: Response | undefined) => void = () => {}) => {
    const purgesBefore = purges;
    const fetched = fetch().then(async (response) => {
      const answer = response && (await cacheable(response));
      if (answer && purges === purgesBefore) store(url, answer);
      onAnswer(response);
      return answer;
    });
    pending.set(key, fetched);
    const done = () => {
      if (pending.get(key) === fetched) pending.delete(key);
    };
    fetched.then(done, done);
    return fetched;
  };

  const answerUncached = async (url: URL, key: string, fetch: Fetch): Promise<Response | undefined> => {
    const shared = pending.get(key);
    if (shared) {
      const answer = await shared.catch(() => undefined);
      return answer ? respond(answer, 'hit') : fetch();
    }
    let own: Response | undefined;
    await fetchOnce(url, key, fetch, (response) => {
      own = response;
    });
    return own;
  };

  return {
    answer: async (request, fetch) => {
      if (request.method !== 'GET' || request.headers.has('authorization')) return fetch();
      const url = new URL(request.url);
      const key = keyOf(url, parametersByPath.get(url.pathname));
      const cached = answers.get(key);
      const age = cached ? Date.now() - cached.storedAt : Number.POSITIVE_INFINITY;
      if (!cached || age > cached.freshMs + cached.staleMs) return answerUncached(url, key, fetch);

      const isStale = age > cached.freshMs;
      if (isStale && !pending.has(key)) {
        fetchOnce(url, key, fetch).catch((error: unknown) => console.error('A cached answer could not be renewed:', error));
      }
      return respond(cached, isStale ? 'hit; fwd=stale' : 'hit');
    },
    purge: (tags) => {
      purges += 1;
      pending.clear();
      for (const [key, answer] of answers) if (!tags || answer.tags.some((tag) => tags.includes(tag))) remove(key);
    },
  };
}

/** An answer to store; undefined if it is not a success or does not allow caching. */
async function cacheable(response: Response): Promise<CachedAnswer | undefined> {
  const control = response.headers.get('netlify-cdn-cache-control') ?? '';
  const freshMs = secondsOf(control, 's-maxage') * 1000;
  if (response.status !== 200 || freshMs === 0) return undefined;
  return {
    status: response.status,
    headers: response.headers,
    body: await response.clone().arrayBuffer(),
    tags: (response.headers.get('netlify-cache-tag') ?? '').split(',').map((tag) => tag.trim()),
    storedAt: Date.now(),
    freshMs,
    staleMs: secondsOf(control, 'stale-while-revalidate') * 1000,
  };
}

function respond({ status, headers, body, storedAt }: CachedAnswer, how: string): Response {
  const answer = new Response(body.slice(0), { status, headers });
  answer.headers.set('Age', String(Math.floor((Date.now() - storedAt) / 1000)));
  answer.headers.set('Cache-Status', `"Netlify Edge"; ${how}`);
  return answer;
}

function secondsOf(control: string, directive: string): number {
  return Number(new RegExp(`${directive}=(\\d+)`).exec(control)?.[1] ?? 0);
}

/** The query parameters that an answer depends on; undefined for all of them. */
function relevantParameters(headers: Headers): string[] | undefined {
  return /query=([^,]+)/.exec(headers.get('netlify-vary') ?? '')?.[1]?.split('|');
}

function keyOf(url: URL, parameters: string[] | undefined): string {
  const query = [...url.searchParams].filter(([name]) => !parameters || parameters.includes(name));
  return `${url.pathname}?${new URLSearchParams(query)}`;
}
