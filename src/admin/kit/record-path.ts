/** What an address holds below its screen: `/admin/orders/ORD-1042/edit`. */
export interface RecordPath {
  /** The record, by its number or its id; null on the list itself and in a dialog that belongs to no record. */
  key: string | null;
  /** The dialog that is open; null on the list itself. */
  dialog: string | null;
}

/** The dialog at a record's own address. */
export const DETAILS = 'details';

/** Reads the part of a path below its screen. `dialogs` are words in place of a record: `new`. */
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

/** A typed percent sign may encode nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
