import { formatChange, formatCount } from '#admin/kit/formats.ts';

/** Chart colours, as `components.css` names them. */
export type ChartColor = 'bar' | 'wait' | 'work' | 'move' | 'done' | 'stop';

export interface DataPoint {
  /** The axis label: `20 Nov`. */
  name: string;
  value: number;
  /** The number of orders behind the value. */
  orders?: number;
  /** A second value, which only the table shows. */
  beside?: number;
  color?: ChartColor;
}

/** The change against the value before: `+12%`, `-5%`, `0%`; `–` when there is nothing to compare with. */
export function changeText(now: number, before: number): string {
  if (before === 0) return '–';
  return `${formatChange(Math.round(((now - before) / before) * 100))}%`;
}

/** `1 order`, `3 orders`. */
export function orderCount(orders: number): string {
  return `${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`;
}

/** A chart in one sentence, for screen readers. */
export function summaryOf(points: DataPoint[], format: (value: number) => string): string {
  const [first] = points;
  const last = points[points.length - 1];
  if (!first || !last) return 'No data available';
  const highest = points.reduce((best, point) => (point.value > best.value ? point : best), first);
  const span = first === last ? first.name : `${points.length} values from ${first.name} to ${last.name}`;
  return `${span}. Highest: ${highest.name}, ${format(highest.value)}.`;
}

const shortDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const shortMonth = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** The axis label of a day, month or year: `2026-11-20` is `20 Nov`, `2026-11` is `Nov 2026`, `2026` stays. */
export function dateLabel(date: string): string {
  if (date.length === 4) return date;
  const isMonth = date.length === 7;
  return (isMonth ? shortMonth : shortDay).format(new Date(`${date}${isMonth ? '-01' : ''}T00:00:00Z`));
}
