import { formatChange, formatCount } from '#admin/kit/formats.ts';

/** The colours a part of a chart can have, as the style sheet names them. */
export type ChartColor = 'bar' | 'wait' | 'work' | 'move' | 'done' | 'stop';

/** What a chart draws: a value and what it is of. */
export interface Figure {
  /** What stands at the axis: `20 Nov`. */
  name: string;
  value: number;
  /** How many orders are behind it, where that is told. */
  orders?: number;
  color?: ChartColor;
}

/** What a figure did against the one before: `+12%`, `-5%`, `0%`; `—` when there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before === 0) return '—';
  return `${formatChange(Math.round(((now - before) / before) * 100))}%`;
}

/** `1 order`, `3 orders`. */
export function orderCount(orders: number): string {
  return `${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`;
}

/** A chart in a sentence, for those who cannot see it. */
export function summaryOf(figures: Figure[], format: (value: number) => string): string {
  const [first] = figures;
  const last = figures[figures.length - 1];
  if (!first || !last) return 'No data available';
  const highest = figures.reduce((best, figure) => (figure.value > best.value ? figure : best), first);
  const span = first === last ? first.name : `${figures.length} values from ${first.name} to ${last.name}`;
  return `${span}. Highest: ${highest.name}, ${format(highest.value)}.`;
}
