/** Kinds of lines that are shown at once. */
const MOST_SHOWN = 12;

const LONGEST = 300;

/** What a shop of tests lacks unless its test brings it: pages online, and a service that sends its mails. */
const LACKED = ['looking at the pages online: fetch failed ← bad port', 'mails not sent: missing configuration for '];

/** A call that took too long: the machine is slow, or a test hurries its clock. */
const SLOW = /TimeoutError|aborted due to timeout/;

interface Expected {
  kind: string;
  hasCome: boolean;
}

/** What a server has said on its console of errors, and what its tests expected of it. */
export class SaidErrors {
  readonly #said: { kind: string; test: string }[] = [];
  readonly #expected: Expected[] = [];

  get count(): number {
    return this.#said.length;
  }

  get isExpecting(): boolean {
    return this.#expected.length > 0;
  }

  note(kind: string, test: string): void {
    if (!LACKED.some((lacked) => kind.startsWith(lacked))) this.#said.push({ kind, test });
  }

  expect(kinds: string[]): void {
    this.#expected.push(...kinds.map((kind) => ({ kind, hasCome: false })));
  }

  /** What was said after the first so many lines, each kind once; empty for nothing. */
  since(count: number): string {
    return summaryOf(this.#said.slice(count).map(({ kind }) => kind));
  }

  /** What was said and nobody expected, with the tests; empty for nothing. */
  unexpected(): string {
    const unexpected = this.#said.filter(({ kind }) => {
      const fitting = this.#expected.filter((one) => kind.startsWith(one.kind));
      for (const one of fitting) one.hasCome = true;
      return fitting.length === 0 && !SLOW.test(kind);
    });
    return summaryOf(unexpected.map(({ kind, test }) => `${kind} (in: ${test})`));
  }

  /**
   * Takes whether every test of the file ran and passed: else what is expected may be missing.
   * @throws Error where something was said that nobody expected, or was expected and never said
   */
  assertExpected(isWhole: boolean): void {
    const unexpected = this.unexpected();
    if (unexpected) throw new Error(`The server logged errors that no test provokes:\n${unexpected}`);
    const missing = this.#expected.filter(({ hasCome }) => !hasCome).map(({ kind }) => kind);
    if (isWhole && missing.length > 0) throw new Error(`The server did not log what tests provoke:\n${missing.join('\n')}`);
  }
}

/** What a line says, without what differs each time: `503 POST /api/orders database_unreachable: …` or `notifications not sent: …`. */
export function kindOf(said: unknown[]): string {
  const text = said.map((one) => (one instanceof Error ? one.message : String(one))).join(' ');
  const { status, method, operation, code, what, cause } = fieldsOf(text);
  const subject = what ?? (status ? [status, method, operation, code].filter(Boolean).join(' ') : undefined);
  return (subject ? `${subject}: ${cause ?? ''}` : text).slice(0, LONGEST);
}

function fieldsOf(text: string): Record<string, string | undefined> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function summaryOf(kinds: string[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const lines = [...counts].map(([kind, count]) => (count > 1 ? `${count} × ${kind}` : kind));
  const more = lines.length - MOST_SHOWN;
  return [...lines.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} other kinds`] : [])].join('\n');
}
