/** What the CDN keeps of one answer. */
interface Kept {
  status: number;
  headers: Headers;
  body: ArrayBuffer;
  tags: string[];
  keptAt: number;
  freshMs: number;
  staleMs: number;
}

type Ask = () => Promise<Response | undefined>;

export interface CdnCache {
  /** Answers from what is kept, else asks; any number of requests for the same ask once. */
  answer(request: Request, ask: Ask): Promise<Response | undefined>;
  /** Forgets what has one of the tags; everything without any. */
  purge(tags: string[] | undefined): void;
}

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ANSWERS = 5_000;
/** Paths whose query parameters are known to matter. Forgotten ones are learnt again. */
const MOST_PATHS = 10_000;

/** Netlify's CDN in front of the functions: keeps what their `Netlify-CDN-Cache-Control` says, by `Netlify-Vary`, until purged by `Netlify-Cache-Tag`. */
export function createCdnCache(): CdnCache {
  const kept = new Map<string, Kept>();
  const asked = new Map<string, Promise<Kept | undefined>>();
  const parameters = new Map<string, string[]>();
  let bytes = 0;
  let purges = 0;

  const forget = (key: string) => {
    bytes -= kept.get(key)?.body.byteLength ?? 0;
    kept.delete(key);
  };

  const keep = (url: URL, answer: Kept) => {
    const matter = queryParameters(answer.headers);
    if (parameters.size >= MOST_PATHS) parameters.clear();
    if (matter) parameters.set(url.pathname, matter);
    const key = keyOf(url, matter);
    forget(key);
    kept.set(key, answer);
    bytes += answer.body.byteLength;
    for (const oldest of kept.keys()) {
      if (bytes <= MOST_BYTES && kept.size <= MOST_ANSWERS) break;
      forget(oldest);
    }
  };

  /** Asks, and keeps the answer unless a purge came in between: it may have been read before what the purge is about was written. */
  const askOnce = (url: URL, key: string, ask: Ask, onAnswer: (response: Response | undefined) => void = () => {}) => {
    const purgesBefore = purges;
    const flight = ask().then(async (response) => {
      const answer = response && (await keepable(response));
      if (answer && purges === purgesBefore) keep(url, answer);
      onAnswer(response);
      return answer;
    });
    asked.set(key, flight);
    const landed = () => {
      if (asked.get(key) === flight) asked.delete(key);
    };
    flight.then(landed, landed);
    return flight;
  };

  const answerNew = async (url: URL, key: string, ask: Ask): Promise<Response | undefined> => {
    const others = asked.get(key);
    if (others) {
      const answer = await others.catch(() => undefined);
      return answer ? respond(answer, 'hit') : ask();
    }
    let own: Response | undefined;
    await askOnce(url, key, ask, (response) => {
      own = response;
    });
    return own;
  };

  return {
    answer: async (request, ask) => {
      if (request.method !== 'GET' || request.headers.has('authorization')) return ask();
      const url = new URL(request.url);
      const key = keyOf(url, parameters.get(url.pathname));
      const found = kept.get(key);
      const age = found ? Date.now() - found.keptAt : Number.POSITIVE_INFINITY;
      if (!found || age > found.freshMs + found.staleMs) return answerNew(url, key, ask);

      const stale = age > found.freshMs;
      if (stale && !asked.has(key)) {
        askOnce(url, key, ask).catch((error: unknown) => console.error('A kept answer could not be renewed:', error));
      }
      return respond(found, stale ? 'hit; fwd=stale' : 'hit');
    },
    purge: (tags) => {
      purges += 1;
      asked.clear();
      for (const [key, answer] of kept) if (!tags || answer.tags.some((tag) => tags.includes(tag))) forget(key);
    },
  };
}

/** An answer as it is kept, or undefined when it must not be: only good ones are, for as long as they say. */
async function keepable(response: Response): Promise<Kept | undefined> {
  const control = response.headers.get('netlify-cdn-cache-control') ?? '';
  const freshMs = secondsOf(control, 's-maxage') * 1000;
  if (response.status !== 200 || freshMs === 0) return undefined;
  return {
    status: response.status,
    headers: response.headers,
    body: await response.clone().arrayBuffer(),
    tags: (response.headers.get('netlify-cache-tag') ?? '').split(',').map((tag) => tag.trim()),
    keptAt: Date.now(),
    freshMs,
    staleMs: secondsOf(control, 'stale-while-revalidate') * 1000,
  };
}

function respond({ status, headers, body, keptAt }: Kept, how: string): Response {
  const answer = new Response(body.slice(0), { status, headers });
  answer.headers.set('Age', String(Math.floor((Date.now() - keptAt) / 1000)));
  answer.headers.set('Cache-Status', `"Netlify Edge"; ${how}`);
  return answer;
}

function secondsOf(control: string, directive: string): number {
  return Number(new RegExp(`${directive}=(\\d+)`).exec(control)?.[1] ?? 0);
}

/** The query parameters that an answer depends on; undefined when it may depend on all of them. */
function queryParameters(headers: Headers): string[] | undefined {
  return /query=([^,]+)/.exec(headers.get('netlify-vary') ?? '')?.[1]?.split('|');
}

function keyOf(url: URL, matter: string[] | undefined): string {
  const query = [...url.searchParams].filter(([name]) => !matter || matter.includes(name));
  return `${url.pathname}?${new URLSearchParams(query)}`;
}
