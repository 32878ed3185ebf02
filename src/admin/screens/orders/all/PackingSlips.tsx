import '#admin/kit/paper.css';
import { useStore } from '@nanostores/react';
import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import { Select } from '#admin/kit/Select.tsx';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { GiftCard, PackingSlip, type SlipOrder } from './PackingSlip.tsx';

/** The papers by their class in paper.css. The last two are those of thermal printers. */
const PAPERS = { a5: 'A5', a6: 'A6', '100x150': 'Label, 100 × 150 mm', roll: 'Roll, 80 mm' };
type Paper = keyof typeof PAPERS;
const PAPER_OPTIONS = (Object.entries(PAPERS) as [Paper, string][]).map(([value, label]) => ({ value, label }));

/** The paper size of packing slips, stored in this browser. */
const $paper = safePersistentAtom<Paper>('admin.slip-paper', 'a5', (found) =>
  typeof found === 'string' && found in PAPERS ? (found as Paper) : 'a5',
);

/** The packing slips of orders, each on a sheet of its own, and after it the card of a gift. Nothing else is printed while they are on the page. */
export function PackingSlips({ orders }: { orders: SlipOrder[] }) {
  const paper = useStore($paper);
  return createPortal(
    <div aria-hidden="true" className={`print-only slips-${paper}`}>
      {orders.map((order) => (
        <Fragment key={order.id}>
          <PackingSlip order={order} />
          {order.giftNote && <GiftCard order={order} />}
        </Fragment>
      ))}
    </div>,
    document.body,
  );
}

/** Chooses the paper size of packing slips. */
export function PaperSelect({ look = 'btn btn-quiet btn-small' }: { look?: string }) {
  const paper = useStore($paper);
  return (
    <Select
      label="Paper of packing slips"
      value={paper}
      options={PAPER_OPTIONS}
      onChange={(chosen: Paper) => $paper.set(chosen)}
      look={look}
    />
  );
}
