import * as z from 'zod';
import { ADAPTERS } from '#domain/couriers/adapters.ts';
import type { CourierPapers, CourierPapersRequest } from '#domain/couriers/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { tryEach } from '#server/try-each.ts';
import { mergePdfs } from './merge-pdfs.ts';
import { CourierFailure, type CourierPort, type Pdf } from './port.ts';
import { portOf } from './ports.ts';

/** No courier is asked any more after that, and nobody waits for an answer after this: functions have ten seconds in all. */
const ASKS_MS = 4_000;
const WAITS_MS = 8_500;

/** An answer of Netlify is at most 6 MB, and base64 takes a third more. */
const MAX_BYTES = 4_000_000;

const booked = z.object({
  courierId: z.string(),
  courier: z.string(),
  adapter: z.enum(ADAPTERS),
  shipmentNumber: z.string(),
  trackingNumber: z.string(),
  labelUrl: z.string(),
});

type Parcel = z.infer<typeof booked> & { id: string };
type Outcome = CourierPapers['parcels'][number];

interface Options {
  port?: typeof portOf;
  asksMs?: number;
  waitsMs?: number;
}

/**
 * The papers that couriers make themselves, of booked parcels, merged into one PDF. A parcel that gets none says why, and does not stop the others; those for
 * which there is no time or room are `left`.
 */
export async function takeCourierPapers(
  db: ShopDatabase,
  { shipmentIds, papers }: CourierPapersRequest,
  actor: string,
  { port = portOf, asksMs = ASKS_MS, waitsMs = WAITS_MS }: Options = {},
): Promise<CourierPapers> {
  const began = Date.now();
  const opened = await tryEach(shipmentIds, (id) => callFunction(db, 'booked_papers', { shipment_id: id, actor }, booked));
  const outcomes = new Map<string, Outcome>();
  const parcels: Parcel[] = [];
  for (const { item: id, result, refusal } of opened) {
    if (result) parcels.push({ ...result, id });
    else
      outcomes.set(id, { id, outcome: 'refused', problem: refusal?.message ?? '', shipmentNumber: numberIn(refusal?.details) });
  }
  const end = (ended: Parcel[], outcome: Outcome['outcome'], problem: string) => {
    for (const { id, shipmentNumber } of ended) outcomes.set(id, { id, outcome, problem, shipmentNumber });
  };

  const taken = new Map<Pdf, Parcel[]>();
  let bytes = 0;
  let calls = 0;
  const ask = async (courier: CourierPort, asked: Parcel[]): Promise<void> => {
    const passed = Date.now() - began;
    // Whatever happens, the first one is asked for, so that asking again comes to an end.
    if (calls > 0 && (passed > asksMs || bytes > MAX_BYTES / 2))
      return end(asked, 'left', 'There was no time for it. Ask again.');
    calls += 1;
    try {
      const [pdf] = await within(waitsMs - passed, askFor(courier, papers, asked));
      if (!pdf) return end(asked, 'refused', 'The courier gave no PDF');
      if (bytes + pdf.bytes.byteLength > MAX_BYTES)
        return bytes > 0
          ? end(asked, 'left', 'There was no room for it. Ask again.')
          : end(asked, 'refused', 'The courier’s PDF is too large');
      bytes += pdf.bytes.byteLength;
      taken.set(pdf, asked);
    } catch (failure) {
      if (!(failure instanceof CourierFailure)) throw failure;
      // One of them may be the reason: the others get theirs.
      if (failure.kind !== 'refused' || asked.length === 1 || papers === 'load_sheet')
        return end(asked, 'refused', failure.message);
      for (const one of asked) await ask(courier, [one]);
    }
  };
  for (const { courier, asked } of callsFor(parcels, papers, port)) {
    if (courier instanceof CourierFailure) end(asked, 'refused', courier.message);
    else await ask(courier, asked);
  }

  const { bytes: pdf, unreadable } = await mergePdfs([...taken.keys()]);
  for (const [one, asked] of taken) {
    if (unreadable.includes(one)) end(asked, 'refused', 'The courier gave a PDF that cannot be read');
    else end(asked, 'in_pdf', '');
  }
  return {
    pdf: pdf && Buffer.from(pdf).toString('base64'),
    parcels: shipmentIds.flatMap((id) => outcomes.get(id) ?? []),
  };
}

interface Call {
  courier: CourierPort | CourierFailure;
  asked: Parcel[];
}

/** One call for each load sheet, and for as many labels as a courier gives at once. */
function callsFor(parcels: Parcel[], papers: CourierPapersRequest['papers'], port: typeof portOf): Call[] {
  return [...Map.groupBy(parcels, ({ courierId }) => courierId).values()].flatMap((asked) => {
    const courier = openOr(() => port({ adapter: asked[0]?.adapter ?? 'generic', name: asked[0]?.courier ?? '' }));
    if (courier instanceof CourierFailure || papers === 'load_sheet') return [{ courier, asked }];
    const size = courier.labelsAtOnce;
    return Array.from({ length: Math.ceil(asked.length / size) }, (_, n) => ({
      courier,
      asked: asked.slice(n * size, (n + 1) * size),
    }));
  });
}

function openOr(open: () => CourierPort): CourierPort | CourierFailure {
  try {
    return open();
  } catch (failure) {
    if (failure instanceof CourierFailure) return failure;
    throw failure;
  }
}

async function askFor(courier: CourierPort, papers: CourierPapersRequest['papers'], asked: Parcel[]): Promise<Pdf[]> {
  return papers === 'labels'
    ? courier.label(asked)
    : [await courier.loadSheet(asked.map(({ trackingNumber }) => trackingNumber))];
}

/** What comes in time. @throws CourierFailure */
async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new CourierFailure('unreachable', 'The courier did not answer in time')),
    Math.max(ms, 0),
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function numberIn(details: unknown): string {
  const { shipmentNumber } = z.object({ shipmentNumber: z.string() }).safeParse(details).data ?? { shipmentNumber: '' };
  return shipmentNumber;
}
