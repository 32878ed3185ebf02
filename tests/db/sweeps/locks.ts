import type { Sql } from 'postgres';

/** The one order in which rows are locked, whatever an operation does (docs/architecture/database.md). */
export const LOCK_ORDER = ['orders', 'customers', 'discount_codes', 'products'] as const;

type Locked = (typeof LOCK_ORDER)[number];

export interface SqlFunction {
  name: string;
  /** Its text, in the order in which it is read. */
  body: string;
}

/** The functions of the shop, and for each table those that its triggers call, by what is done to its rows. */
export interface ReadShop {
  functions: SqlFunction[];
  triggers: { table: string; onInsert: boolean; onUpdate: boolean; onDelete: boolean; calls: string }[];
  entries: string[];
}

/** Reads functions and triggers out of a database, and which functions the API may call. */
export async function readShop(owner: Sql): Promise<ReadShop> {
  const functions = await owner<SqlFunction[]>`
    select n.nspname || '.' || p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('shop', 'public') order by 1`;
  const triggers = await owner<ReadShop['triggers']>`
    select c.relname as table, t.tgtype & 4 > 0 as "onInsert", t.tgtype & 16 > 0 as "onUpdate", t.tgtype & 8 > 0 as "onDelete",
           pn.nspname || '.' || p.proname as calls
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid join pg_namespace pn on pn.oid = p.pronamespace
     where not t.tgisinternal and pn.nspname = 'shop' order by t.tgtype & 2 desc, t.tgname`;
  const entries = await owner<{ name: string }[]>`
    select 'public.' || p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('service_role', p.oid, 'execute') order by 1`;
  return { functions, triggers, entries: entries.map(({ name }) => name) };
}

interface Step {
  table: Locked;
  /** `asked`: locked by a statement that does nothing else. `changed`: by a change. `made`: a new row, which nobody else waits for. */
  how: 'asked' | 'changed' | 'made';
  /** The functions on the way to it, outermost first. */
  through: string[];
}

const CALL = String.raw`\b(?<called>(?:shop|public)\.\w+)\s*\(`;
const LOCK = String.raw`\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)(?<skips>(?:\s+of\s+\w+)?\s+skip\s+locked)?`;
const WRITE = String.raw`\b(?<what>update|insert\s+into|delete\s+from)\s+(?<written>(?:public|shop)\.\w+)`;

/** The use of a code refers to it, and taking one needs the lock that `shop.lock_code` takes. */
const CODE_USES = 'code_redemptions';

/**
 * What a call of a function locks of the tables in `LOCK_ORDER`, in the order of the text: rows that it locks or changes, and what the triggers of a
 * change do. Of the same kind the first and the last step are kept. Whoever skips what is locked waits for nobody.
 */
export function locksOf(shop: ReadShop): (name: string) => Step[] {
  const known = new Map<string, Step[]>();
  const bodies = Map.groupBy(shop.functions, ({ name }) => name);
  const triggersOf = (what: string, table: string) =>
    shop.triggers
      .filter((trigger) => trigger.table === table)
      .filter(({ onInsert, onUpdate, onDelete }) => ({ insert: onInsert, update: onUpdate, delete: onDelete })[what])
      .map(({ calls }) => calls);
  const of = (name: string): Step[] => {
    const before = known.get(name);
    if (before) return before;
    // A function that calls itself locks nothing new.
    known.set(name, []);
    const inside = (called: string) => of(called).map((step) => ({ ...step, through: [called, ...step.through] }));
    const steps = (bodies.get(name) ?? []).flatMap(({ body }) =>
      readText(body).flatMap(({ locks, called, written }) => [
        ...locks.map((lock) => ({ ...lock, through: [] })),
        ...(called ? inside(called) : []),
        ...(written ? triggersOf(written.what, written.table).flatMap(inside) : []),
      ]),
    );
    known.set(name, firstAndLast(steps));
    return firstAndLast(steps);
  };
  return of;
}

function firstAndLast(steps: Step[]): Step[] {
  const isSame = (step: Step) => (other: Step) => other.table === step.table && other.how === step.how;
  return steps.filter((step, place) => steps.findIndex(isSame(step)) === place || steps.findLastIndex(isSame(step)) === place);
}

/** The first step that waits for a row although one that comes later in `LOCK_ORDER` is locked already; rows that were locked before are waited for no more. */
export function outOfOrder(steps: Step[]): Step | undefined {
  const held = new Set<Locked>();
  let last = 0;
  return steps.find(({ table, how }) => {
    const place = LOCK_ORDER.indexOf(table);
    const waits = how !== 'made' && !held.has(table);
    if (waits && place < last) return true;
    if (how !== 'changed') held.add(table);
    if (waits) last = Math.max(last, place);
    return false;
  });
}

interface Read {
  locks: Pick<Step, 'table' | 'how'>[];
  called?: string;
  written?: { what: string; table: string };
}

/** The locks, writes and calls of a function's text, in their order. */
function readText(body: string): Read[] {
  const text = body.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''");
  return [...text.matchAll(new RegExp(`${CALL}|${LOCK}|${WRITE}`, 'gi'))].map(({ index, groups = {}, 0: found }): Read => {
    const { called, written, what = '', skips } = groups;
    if (called) return { locks: [], called };
    if (written) {
      const table = written.split('.')[1] ?? '';
      const does = what.split(/\s/)[0]?.toLowerCase() ?? '';
      const how = does === 'insert' && table !== CODE_USES ? 'made' : 'changed';
      return { locks: steps([table === CODE_USES ? 'discount_codes' : table], how), written: { what: does, table } };
    }
    const begins = Math.max(text.lastIndexOf('select', index), text.lastIndexOf('perform', index));
    const statement = text.slice(begins, index + found.length + 40);
    return { locks: skips ? [] : steps(tablesLocked(statement, found), 'asked') };
  });
}

function steps(tables: string[], how: Step['how']): Pick<Step, 'table' | 'how'>[] {
  return LOCK_ORDER.filter((table) => tables.includes(table)).map((table) => ({ table, how }));
}

/** Which tables a `select … for update` locks: those it names after `of`, else all it reads from. */
function tablesLocked(statement: string, lock: string): string[] {
  const clause = statement.indexOf(lock);
  const sources = [...statement.slice(0, clause).matchAll(/\b(?:from|join)\s+(?:public|shop)\.(\w+)(?:\s+(?:as\s+)?(\w+))?/gi)];
  const [, of] = /^\s*of\s+(\w+)/i.exec(statement.slice(clause + lock.length)) ?? [];
  return sources.filter(([, , alias]) => !of || alias === of).map(([, table = '']) => table);
}
