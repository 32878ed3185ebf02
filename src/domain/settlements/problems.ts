/** What may be wrong with a file. `negative` is only said: all others refuse the file. */
export type ProblemKind =
  | 'spoilt'
  | 'cut'
  | 'tracking'
  | 'outcome'
  | 'money'
  | 'day'
  | 'contradicts'
  | 'doubled'
  | 'total'
  | 'negative';

export interface SettlementProblem {
  kind: ProblemKind;
  /** Null where it is about the whole file. */
  line: number | null;
  /** The heading; null where it is about the whole row. */
  column: string | null;
  text: string;
}

/** Whether a problem refuses the file. */
export function refuses({ kind }: SettlementProblem): boolean {
  return kind !== 'negative';
}

/** A problem with its place before it: `Line 7, GST: …`. */
export function problemText({ line, column, text }: SettlementProblem): string {
  const place = [line === null ? '' : `Line ${line}`, column ?? ''].filter(Boolean).join(', ');
  return place ? `${place}: ${text}` : text;
}

/** A cell within a problem, however long it is. */
export function quoted(cell: string): string {
  return `“${cell.length > 40 ? `${cell.slice(0, 40)}…` : cell}”`;
}
