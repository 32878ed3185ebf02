import type { ChartData, ChartOptions, ChartType, Tick } from 'chart.js';
import { formatRupees } from '#shared/money.ts';
import { type ChartColor, type Figure, orderCount } from './figures.ts';

export type ChartKind = 'line' | 'bar' | 'doughnut';

/** Names that fit beside lying bars. */
const MAX_NAMES = 16;

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A colour of the style sheet, for a canvas. */
function color(name: ChartColor | 'line' | 'fill' | 'grid' | 'text'): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--chart-${name}`);
}

/** Rupees at an axis, all of them short where the sums are long: `Rs. 900`, `Rs. 12.5K`. */
function tickText(value: number | string, _index: number, ticks: Tick[]): string {
  const highest = ticks[ticks.length - 1]?.value ?? 0;
  return `Rs. ${highest < 10_000 ? formatRupees(Number(value)) : compact.format(Number(value))}`;
}

/** The figures as the library takes them. */
export function chartData(kind: ChartKind, figures: Figure[]): ChartData<ChartType> {
  const values = figures.map(({ value }) => value);
  const looks = {
    line: {
      borderColor: color('line'),
      backgroundColor: color('fill'),
      borderWidth: 2,
      clip: 8,
      fill: true,
      // A step for each day: one without sales lies at zero, and no slope leads there.
      stepped: 'middle',
      pointRadius: figures.length > 12 ? 0 : 3,
      pointHoverRadius: 5,
      pointBackgroundColor: color('line'),
    },
    bar: { backgroundColor: color('bar'), borderRadius: 3, maxBarThickness: 48 },
    doughnut: { backgroundColor: figures.map((figure) => color(figure.color ?? 'bar')), borderWidth: 2 },
  };
  return { labels: figures.map(({ name }) => name), datasets: [{ label: kind, data: values, ...looks[kind] } as never] };
}

/** The two axes: names along one, rupees along the other. */
function axes(kind: ChartKind, figures: Figure[]) {
  const ticks = { color: color('text'), maxRotation: 0 };
  const quiet = { grid: { display: false }, border: { color: color('grid') } };
  const values = {
    beginAtZero: true,
    grid: { color: color('grid') },
    border: { display: false },
    ticks: { ...ticks, maxTicksLimit: 6, callback: tickText },
  };
  // Bars lie, so that names of any length can be read, and all of them while there is room.
  if (kind === 'bar') return { x: values, y: { ...quiet, ticks: { ...ticks, autoSkip: figures.length > MAX_NAMES } } };
  return { x: { ...quiet, ticks: { ...ticks, autoSkipPadding: 16 } }, y: values };
}

/** One look for every chart: quiet grid, readable axes, and what a point stands for beside the pointer. */
export function chartOptions(kind: ChartKind, figures: Figure[], format: (value: number) => string): ChartOptions<ChartType> {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    responsive: true,
    maintainAspectRatio: false,
    font: { family: 'Inter Variable, system-ui, sans-serif', size: 12 },
    // The last point and its line are not cut in half.
    layout: { padding: kind === 'doughnut' ? 4 : { top: 4, right: 8 } },
    animation: isStill ? false : { duration: 300 },
    interaction: {
      mode: kind === 'doughnut' ? 'nearest' : 'index',
      axis: { line: 'x', bar: 'y', doughnut: 'xy' }[kind],
      intersect: kind === 'doughnut',
    },
    plugins: {
      tooltip: {
        displayColors: false,
        padding: 10,
        callbacks: {
          label: ({ dataIndex }) => format(figures[dataIndex]?.value ?? 0),
          afterLabel: ({ dataIndex }) => {
            const orders = figures[dataIndex]?.orders;
            return orders === undefined ? '' : orderCount(orders);
          },
        },
      },
    },
    ...(kind === 'bar' && { indexAxis: 'y' }),
    ...(kind === 'doughnut' ? { cutout: '62%' } : { scales: axes(kind, figures) }),
  } as ChartOptions<ChartType>;
}
