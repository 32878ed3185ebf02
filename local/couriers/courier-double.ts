import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Adapter } from '#domain/couriers/adapters.ts';
import type { Meaning } from '#domain/couriers/parcel-status.ts';
import { closeNow, listen } from '#local/loopback.ts';

/** A request as a double reads it. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: any;
  /** When it came, in milliseconds. */
  at: number;
}

/** A parcel that a double has booked. */
export interface BookedParcel {
  trackingNumber: string;
  reference: string;
  /** What it was told, by the names of the courier. */
  told: any;
  isCancelled: boolean;
  /** In the courier's own words and clock, in the order in which they are told. */
  events: Told[];
  advice: string[];
}

/** An event as the courier writes it. `at` is its clock without an offset: 2026-11-26 17:29. */
export interface Told {
  label: string;
  at: string;
  code?: string;
  reason?: string;
}

/** What happens to the next booking. `lost` and `late error` book it all the same. */
export type BookingFault = 'lost' | 'lost before' | 'hanging' | 'refused' | 'garbage' | 'late error' | 'redirected' | 'endless';

/** What a courier answers a call with; a PDF by what stands on its pages. */
export type Answer = { json: unknown; status?: number } | { pdf: string[] };

/** What differs between couriers. */
export interface CourierScript {
  adapter: Exclude<Adapter, 'generic'>;
  /** What the shop needs in its environment, without the address. */
  environment: Record<string, string>;
  /** Answers a call; undefined for one that the documents do not know. */
  answer(asked: Asked, world: World): Answer | undefined;
  /** The booking in a call, undefined where it is another call. Complains about what the documents do not allow. */
  bookingIn(asked: Asked): { reference: string; collect: number } | { complaint: string } | undefined;
  booked(parcel: BookedParcel, world: World): unknown;
  /** A refusal as this courier puts it: most within HTTP 200. */
  refusal(reason: string): Answer;
  /** Events that a parcel can go through, in the courier's words, and what each means. */
  story: (Told & { meaning: Meaning; utc: string })[];
  /** Which calls the courier has. */
  offers: { find: boolean; loadSheet: boolean; advise: boolean; pdfLabels: boolean; reasons: boolean; reverse: boolean };
  /** Sums that it tells of a parcel, in paisa. */
  tells: { shipping: number; gst: number | null; paidOn: string };
}

export interface World {
  url: string;
  /** Where it delivers. */
  cities: string[];
  parcels: BookedParcel[];
  byNumber(trackingNumber: unknown): BookedParcel | undefined;
}

export interface CourierDouble extends World {
  script: CourierScript;
  environment: Record<string, string>;
  requests: Asked[];
  /** What is refused or complained of, with the reason. */
  complaints: string[];
  /** Lets the next bookings fail, one after another; null is one that does not. */
  fail(...faults: (BookingFault | null)[]): void;
  /** Loses the answer of the next call to a path, which is done all the same, or is not with `before`; `hangs` never answers. */
  lose(path: string, when?: 'after' | 'before' | 'hangs'): void;
  /** Answers every call that is no booking with this status. */
  down(status: number | null): void;
  /** Writes every answer anew, as text; null writes them as they are. */
  spoil(rewrite: ((answer: unknown) => string) | null): void;
  /** Is told of each booking once it is made, before it is answered. */
  onBooked(listener: (parcel: BookedParcel) => void | Promise<void>): void;
  /** Adds parcels that were booked before it started; one that it has already stays as it is. */
  know(booked: BookedParcel[]): void;
  reset(): void;
  stop(): Promise<void>;
}

/** The first number that it gives, and how long its digits are after the first. */
const FIRST_NUMBER = 41_000_000_000;
const DIGITS = 13;

/** A PDF with a page of A6 for each text. */
function pdfOf(texts: string[]): string {
  const at = (n: number) => 4 + 2 * n;
  const pages = texts.flatMap((text, n) => {
    const drawn = `BT /F1 14 Tf 20 390 Td (${text.replace(/[^\w -]/g, '')}) Tj ET`;
    return [
      `${at(n)} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 298 420]/Contents ${at(n) + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj`,
      `${at(n) + 1} 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj`,
    ];
  });
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${texts.map((_, n) => `${at(n)} 0 R`).join(' ')}]/Count ${texts.length}>>endobj`,
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    ...pages,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
    '',
  ].join('\n');
}

/** The tracking number of its nth parcel. */
export function numbered(n: number): string {
  return `2${String(FIRST_NUMBER + n).padStart(DIGITS, '0')}`;
}

/** Starts a stand-in for a courier that behaves as its public documents and those who use it say: real HTTP, on this machine only. */
export async function startCourierDouble(script: CourierScript): Promise<CourierDouble> {
  const parcels: BookedParcel[] = [];
  const requests: Asked[] = [];
  const complaints: string[] = [];
  let faults: (BookingFault | null)[] = [];
  let downWith: number | null = null;
  let losses: { path: string; when: 'after' | 'before' | 'hangs' }[] = [];
  let listener: (parcel: BookedParcel) => void | Promise<void> = () => {};
  let numbers = 0;
  let rewrite: ((answer: unknown) => string) | null = null;

  function send(response: ServerResponse, answer: Answer): void {
    if (response.destroyed) return;
    const type = 'pdf' in answer && !rewrite ? 'application/pdf' : 'application/json';
    const body = rewrite
      ? rewrite('pdf' in answer ? null : answer.json)
      : 'pdf' in answer
        ? pdfOf(answer.pdf)
        : JSON.stringify(answer.json);
    response.writeHead('pdf' in answer ? 200 : (answer.status ?? 200), { 'Content-Type': type }).end(body);
  }

  const server = createServer(async (incoming, response) => {
    const asked = await askedIn(incoming);
    requests.push(asked);
    const booking = script.bookingIn(asked);
    if (booking) return book(asked, booking, response);
    if (downWith) return send(response, { json: { message: 'Service Unavailable' }, status: downWith });
    const loss = losses.findIndex(({ path }) => asked.path.includes(path));
    const lost = loss >= 0 ? losses.splice(loss, 1)[0] : undefined;
    if (lost?.when === 'hangs') return;
    if (lost?.when === 'before') return response.destroy();
    const answer = script.answer(asked, world);
    if (lost) return response.destroy();
    if (!answer) complaints.push(`${asked.method} ${asked.path}: no such call`);
    send(response, answer ?? { json: { message: 'Not Found' }, status: 404 });
  });
  const url = await listen(server);
  const world: World = {
    url,
    cities: ['Lahore', 'Rahim Yar Khan'],
    parcels,
    byNumber: (trackingNumber) => parcels.find((parcel) => parcel.trackingNumber === String(trackingNumber)),
  };

  async function book(
    asked: Asked,
    booking: { reference: string; collect: number } | { complaint: string },
    response: ServerResponse,
  ) {
    const fault = faults.shift();
    if (fault === 'lost before') return response.destroy();
    if (fault === 'redirected') return response.writeHead(307, { Location: `${url}/elsewhere` }).end();
    if (fault === 'refused') return send(response, script.refusal('City is not operational'));
    if ('complaint' in booking) {
      complaints.push(booking.complaint);
      return send(response, script.refusal(booking.complaint));
    }
    numbers += 1;
    // Booked again under the same reference it is another parcel: nobody here looks at references.
    const trackingNumber = numbered(numbers);
    const parcel = { trackingNumber, reference: booking.reference, told: asked.body, isCancelled: false, events: [], advice: [] };
    parcels.push(parcel);
    await listener(parcel);
    if (fault === 'lost') response.destroy();
    else if (fault === 'hanging') return;
    else if (fault === 'late error') send(response, { json: { message: 'Internal Server Error' }, status: 500 });
    else if (fault === 'garbage') response.writeHead(200, { 'Content-Type': 'application/json' }).end('<html>{"It works');
    else if (fault === 'endless') flood(response);
    else send(response, { json: script.booked(parcel, world) });
  }

  return {
    ...world,
    script,
    environment: { URL: 'http://localhost:8888', ...script.environment, [`${script.adapter.toUpperCase()}_API_URL`]: url },
    requests,
    complaints,
    fail: (...wanted) => {
      faults = wanted;
    },
    lose: (path, when = 'after') => {
      losses.push({ path, when });
    },
    down: (status) => {
      downWith = status;
    },
    spoil: (wanted) => {
      rewrite = wanted;
    },
    onBooked: (wanted) => {
      listener = wanted;
    },
    know: (booked) => {
      for (const parcel of booked) {
        if (!world.byNumber(parcel.trackingNumber)) parcels.push(parcel);
        numbers = Math.max(numbers, Number(parcel.trackingNumber.slice(1)) - FIRST_NUMBER);
      }
    },
    reset: () => {
      for (const list of [parcels, requests, complaints]) list.length = 0;
      faults = [];
      losses = [];
      downWith = null;
      rewrite = null;
      listener = () => {};
    },
    stop: () => closeNow(server),
  };
}

async function askedIn(incoming: IncomingMessage): Promise<Asked> {
  const at = performance.now();
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://double');
  const sent = await text(incoming).catch(() => '');
  let body: unknown = null;
  try {
    body = sent ? JSON.parse(sent) : null;
  } catch {
    body = sent;
  }
  return { method: incoming.method ?? 'GET', path: pathname, query: searchParams, headers: incoming.headers, body, at };
}

/** Writes for as long as anybody reads. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

/** Complains about what a document does not allow; nothing where all is well. */
export function complaintOf(checks: Record<string, boolean>): { complaint: string } | undefined {
  const wrong = Object.entries(checks).flatMap(([what, isRight]) => (isRight ? [] : [what]));
  return wrong.length > 0 ? { complaint: `Invalid ${wrong.join(', ')}` } : undefined;
}
