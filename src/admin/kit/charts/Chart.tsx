import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  Filler,
  Chart as Library,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useMemo } from 'react';
import { Chart as Canvas } from 'react-chartjs-2';
import { type ChartKind, chartData, chartOptions } from './chart-options.ts';
import type { Figure } from './figures.ts';

// Only what is drawn here: the whole library is three times as large.
Library.register(
  ...[LineController, LineElement, PointElement, Filler],
  ...[BarController, BarElement],
  ...[DoughnutController, ArcElement],
  ...[CategoryScale, LinearScale, Tooltip],
);

interface Props {
  kind: ChartKind;
  figures: Figure[];
  format: (value: number) => string;
  /** What it shows, in words. */
  label: string;
}

/** Figures on a canvas as large as what is around it. Loaded with the first screen that charts. */
export default function Chart({ kind, figures, format, label }: Props) {
  const data = useMemo(() => chartData(kind, figures), [kind, figures]);
  const options = useMemo(() => chartOptions(kind, figures, format), [kind, figures, format]);
  return <Canvas type={kind} data={data} options={options} aria-label={label} />;
}
