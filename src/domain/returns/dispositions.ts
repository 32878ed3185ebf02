import * as z from 'zod';

/**
 * What became of a piece that came back. `restocked`: in stock again; `damaged`: no stock any more; `to_inspect`: here, and decided about later;
 * `missing`: it never came.
 */
export const DISPOSITIONS = ['restocked', 'damaged', 'to_inspect', 'missing'] as const;

export const disposition = z.enum(DISPOSITIONS);

export type Disposition = z.infer<typeof disposition>;

export const dispositionLabels: Record<Disposition, string> = {
  restocked: 'Restocked',
  damaged: 'Damaged',
  to_inspect: 'To inspect',
  missing: 'Missing',
};
