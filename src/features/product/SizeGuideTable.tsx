import type { ReactNode } from 'react';
import { Icon } from '#components/Icon.tsx';
import type { SizeGuide } from './size-guide.ts';

/** The size guide, folded; works without script. */
export function SizeGuideTable({ guide, children }: { guide: SizeGuide; children?: ReactNode }) {
  return (
    <details className="group/guide mt-2 text-sm">
      <summary className="inline-flex min-h-8 list-none items-center gap-1.5 text-ink-soft underline decoration-gold underline-offset-4 hover:text-ink [&::-webkit-details-marker]:hidden">
        Size guide
        <Icon name="chevron-down" className="size-4 transition-transform group-open/guide:rotate-180" />
      </summary>
      <p className="mt-1 max-w-prose text-ink-soft">{guide.advice}</p>
      <table className="mt-3 w-full max-w-md border border-line bg-white text-left tabular-nums">
        <thead className="bg-cream">
          <tr>
            {guide.columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {guide.rows.map(([size = '', ...figures]) => (
            <tr key={size} className="border-t border-line">
              <th scope="row" className="px-3 py-2 font-medium">
                {size}
              </th>
              {figures.map((figure) => (
                <td key={figure} className="px-3 py-2">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </details>
  );
}
