import '#admin/kit/paper.css';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { ParcelLabel as Label } from '#domain/shipments/labels.ts';
import type { LabelPaper } from './label-papers.ts';
import { labelDay, ParcelLabel } from './ParcelLabel.tsx';

interface Props {
  labels: Label[];
  paper: LabelPaper;
  onPrinted: () => void;
}

/** Labels that are printed as soon as they are rendered. Nothing else is printed while they are on the page. */
export default function LabelSheets({ labels, paper, onPrinted }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  return createPortal(<Sheets labels={labels} paper={paper} />, document.body);
}

/** The sheets themselves. */
export function Sheets({ labels, paper }: Pick<Props, 'labels' | 'paper'>) {
  const day = labelDay();
  return (
    <div aria-hidden="true" className={`print-only parcels-${paper}`}>
      {labels.map((label) => (
        <ParcelLabel key={label.shipmentId} label={label} printedOn={day} />
      ))}
    </div>
  );
}
