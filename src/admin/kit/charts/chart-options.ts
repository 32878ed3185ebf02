import type { ChartData, ChartOptions, ChartType, Tick } from 'chart.js';
import { formatRupees } from '#domain/money.ts';
import { type ChartColor, type DataPoint, orderCount } from './data-points.ts';

export type ChartKind = 'line' | 'bar' | 'doughnut';

/** Names that fit beside horizontal bars. */
const MAX_NAMES = 16;

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A canvas cannot use CSS variables: this reads one. */
function color(name: ChartColor | 'line' | 'fill' | 'grid' | 'text'): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--chart-${name}`);
}

/** An axis label in rupees, compact on axes that reach 10,000: `Rs. 900`, `Rs. 12.5K`. */
function tickText(value: number | string, _index: number, ticks: Tick[]): string {
  const highest = ticks[ticks.length - 1]?.value ?? 0;
  return `Rs.\u00a0${highest < 10_000 ? formatRupees(Number(value)) : compact.format(Number(value))}`;
}

export function chartData(kind: ChartKind, points: DataPoint[]): ChartData<ChartType> {
  const values = points.map(({ value }) => value);
  const looks = {
    line: {
      borderColor: color('line'),
      backgroundColor: color('fill'),
      borderWidth: 2,
      clip: 8,
      fill: true,
      // Steps, not slopes: a day without sales is at zero.
      stepped: 'middle',
      pointRadius: points.length > 12 ? 0 : 3,
      pointHoverRadius: 5,
      pointBackgroundColor: color('line'),
    },
    bar: { backgroundColor: color('bar'), borderRadius: 3, maxBarThickness: 48 },
    doughnut: { backgroundColor: points.map(({ color: name }) => color(name ?? 'bar')), borderWidth: 2 },
  };
  return { labels: points.map(({ name }) => name), datasets: [{ label: kind, data: values, ...looks[kind] } as never] };
}

/** Names along one axis, rupees along the other. */
function axes(kind: ChartKind, points: DataPoint[]) {
  const ticks = { color: color('text'), maxRotation: 0 };
  const nameAxis = { grid: { display: false }, border: { color: color('grid') } };
  const rupeeAxis = {
    beginAtZero: true,
    grid: { color: color('grid') },
    border: { display: false },
    ticks: { ...ticks, maxTicksLimit: 6, callback: tickText },
  };
  // Horizontal bars leave room for long names.
  if (kind === 'bar') return { x: rupeeAxis, y: { ...nameAxis, ticks: { ...ticks, autoSkip: points.length > MAX_NAMES } } };
  return { x: { ...nameAxis, ticks: { ...ticks, autoSkipPadding: 16 } }, y: rupeeAxis };
}

/** The look of every chart: a light grid, readable axes, and a tooltip. */
export function chartOptions(kind: ChartKind, points: DataPoint[], format: (value: number) => string): ChartOptions<ChartType> {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    responsive: true,
    maintainAspectRatio: false,
    font: { family: 'Inter Variable, system-ui, sans-serif', size: 12 },
    // Room for the last point, which is cut in half otherwise.
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
          label: ({ dataIndex }) => format(points[dataIndex]?.value ?? 0),
          afterLabel: ({ dataIndex }) => {
            const orders = points[dataIndex]?.orders;
            return orders === undefined ? '' : orderCount(orders);
          },
        },
      },
    },
    ...(kind === 'bar' && { indexAxis: 'y' }),
    ...(kind === 'doughnut' ? { cutout: '62%' } : { scales: axes(kind, points) }),
  } as ChartOptions<ChartType>;
}
