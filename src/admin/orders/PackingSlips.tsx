import '#admin/kit/paper.css';
import { useStore } from '@nanostores/react';
import { createPortal } from 'react-dom';
import { Select } from '#admin/kit/Select.tsx';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { PackingSlip } from './PackingSlip.tsx';

const PAPERS = ['a5', 'a6'] as const;
type Paper = (typeof PAPERS)[number];
const PAPER_OPTIONS = PAPERS.map((value) => ({ value, label: value.toUpperCase() }));

/** The paper size of packing slips, stored in this browser. */
const $paper = safePersistentAtom<Paper>('admin.slip-paper', 'a5', (found) => PAPERS.find((paper) => paper === found) ?? 'a5');

/** The packing slips of orders, each on a sheet of its own. Nothing else is printed while they are on the page. */
export function PackingSlips({ orders }: { orders: Order[] }) {
  const paper = useStore($paper);
  return createPortal(
    <div aria-hidden="true" className={`print-only slips-${paper}`}>
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </div>,
    document.body,
  );
}

/** Chooses the paper size of packing slips. */
export function PaperSelect() {
  const paper = useStore($paper);
  return (
    <Select
      label="Paper of packing slips"
      value={paper}
      options={PAPER_OPTIONS}
      onChange={(chosen: Paper) => $paper.set(chosen)}
      look="btn btn-quiet btn-small"
    />
  );
}
