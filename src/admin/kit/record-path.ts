/** What the address of a screen says besides its filters: `/admin/orders/ORD-1042/edit`. */
export interface RecordPath {
  /** The record, by what people call it or by its id; null on the list itself and in a dialog that is of no record. */
  key: string | null;
  /** The dialog that is open; null on the list itself. */
  dialog: string | null;
}

/** What a record's own address opens, without a dialog's name behind it. */
export const DETAILS = 'details';

/** Reads the part of a path below its screen. `dialogs` are the words that stand where a record would: `new`. */
export function readRecordPath(screen: string, path: string, dialogs: readonly string[]): RecordPath {
  if (!path.startsWith(`${screen}/`)) return { key: null, dialog: null };
  const [first = '', second] = path.slice(screen.length + 1).split('/');
  const word = decoded(first);
  if (dialogs.includes(word)) return { key: null, dialog: word };
  return { key: word, dialog: second ?? DETAILS };
}

/** The path of a record's dialog. */
export function recordPath(screen: string, key: string, dialog: string = DETAILS): string {
  return `${screen}/${encodeURIComponent(key)}${dialog === DETAILS ? '' : `/${dialog}`}`;
}

/** True for an id of the database, which can stand for every record. */
export function isId(key: string): boolean {
  return /^[0-9a-f]{24}$/i.test(key);
}

/** Somebody may have typed a percent sign that encodes nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
