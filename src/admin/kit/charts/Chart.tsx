import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useMemo } from 'react';
import { Chart as Canvas } from 'react-chartjs-2';
import { type ChartKind, chartData, chartOptions } from './chart-options.ts';
import type { DataPoint } from './data-points.ts';

// Only the parts in use: the whole library is three times as large.
ChartJs.register(
  ...[LineController, LineElement, PointElement, Filler],
  ...[BarController, BarElement],
  ...[DoughnutController, ArcElement],
  ...[CategoryScale, LinearScale, Tooltip],
);

interface Props {
  kind: ChartKind;
  points: DataPoint[];
  format: (value: number) => string;
  /** The chart in words, for screen readers. */
  label: string;
}

/** A chart that fills its parent. Loaded by the first screen with a chart. */
export default function Chart({ kind, points, format, label }: Props) {
  const data = useMemo(() => chartData(kind, points), [kind, points]);
  const options = useMemo(() => chartOptions(kind, points, format), [kind, points, format]);
  return <Canvas type={kind} data={data} options={options} aria-label={label} />;
}
