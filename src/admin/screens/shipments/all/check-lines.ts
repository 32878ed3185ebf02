import { findShipments } from '#admin/data/shipments/definition.ts';
import type { Refusal } from '#domain/failures.ts';
import { type ChangedShipment, type Shipment, trackingKey } from '#domain/shipments/contract.ts';
import type { PastedLine } from './pasted-lines.ts';

/** A line whose parcel was found. */
export interface FoundLine extends PastedLine {
  shipment: Shipment;
}

/** What comes of a pasted line: refused, nothing because it is so already, ready to be done, or done. */
export interface CheckedLine extends PastedLine {
  outcome: 'refused' | 'same' | 'ready' | 'done';
  /** As it was; null where none was found. */
  shipment: Shipment | null;
  /** As it would be, or is now. */
  after: Shipment | null;
  refusal: Pick<Refusal, 'code' | 'message'> | null;
}

/** What is done to the parcels of pasted lines. */
export interface Change {
  isSame: (line: FoundLine) => boolean;
  /** Does it, or with `preview` only says what would be. Gives the outcomes in the same order. */
  run: (lines: FoundLine[], preview: boolean) => Promise<ChangedShipment[]>;
}

/** Finds the parcels of pasted lines and what would become of each. Nothing is changed. @throws ApiFailure */
export async function checkLines(pasted: PastedLine[], change: Change): Promise<CheckedLine[]> {
  const readable = pasted.filter(({ problem }) => !problem);
  const found = readable.length > 0 ? await findShipments(readable.map(({ parcel }) => parcel)) : [];
  const findings = new Map(readable.map((line, index) => [line, found[index]]));
  const lines = pasted.map((line): CheckedLine => {
    const { shipment = null, refusal = null } = findings.get(line) ?? {};
    if (!shipment) return refuse(line, refusal ?? { code: 'unreadable', message: line.problem });
    const isSame = change.isSame({ ...line, shipment });
    return { ...line, shipment, after: shipment, outcome: isSame ? 'same' : 'ready', refusal: null };
  });
  return runOn(refuseRepeated(lines), change, true);
}

/** Does what is ready. @throws ApiFailure */
export function applyLines(lines: CheckedLine[], change: Change): Promise<CheckedLine[]> {
  return runOn(lines, change, false);
}

async function runOn(lines: CheckedLine[], change: Change, preview: boolean): Promise<CheckedLine[]> {
  const ready = lines.filter((line): line is CheckedLine & FoundLine => line.outcome === 'ready');
  const outcomes = ready.length > 0 ? await change.run(ready, preview) : [];
  const results = new Map(ready.map((line, index) => [line as CheckedLine, outcomes[index]]));
  return lines.map((line) => {
    const result = results.get(line);
    if (!result) return line;
    if (!result.shipment) return refuse(line, result.refusal ?? { code: 'unknown', message: 'The shop did not answer for it' });
    return { ...line, after: result.shipment, outcome: preview ? 'ready' : 'done' };
  });
}

/** One parcel, or one tracking number, on two lines that differ: nobody knows which is meant, so neither is done. A mere repetition is refused alone. */
function refuseRepeated(lines: CheckedLine[]): CheckedLine[] {
  return lines.map((line, index) => {
    if (!line.shipment) return line;
    const twin = lines.find((other, at) => at !== index && other.shipment && clash(line, other));
    if (twin) return refuse(line, { code: 'contradicted', message: `Line ${twin.place} says otherwise` });
    const first = lines.findIndex((other) => other.shipment?.id === line.shipment?.id);
    return first === index ? line : refuse(line, { code: 'repeated', message: `Repeats line ${(lines[first] ?? line).place}` });
  });
}

function clash(one: CheckedLine, other: CheckedLine): boolean {
  const isOneParcel = one.shipment?.id === other.shipment?.id;
  return isOneParcel !== (trackingKey(one.trackingNumber) === trackingKey(other.trackingNumber)) && one.trackingNumber !== '';
}

function refuse(
  line: PastedLine & { shipment?: Shipment | null },
  { code, message }: Pick<Refusal, 'code' | 'message'>,
): CheckedLine {
  return { ...line, shipment: line.shipment ?? null, after: null, outcome: 'refused', refusal: { code, message } };
}
