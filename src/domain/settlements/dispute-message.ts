import { roundMoney } from '#domain/money.ts';
import type { Dispute, DisputeKind } from './disputes.ts';

type Named = Pick<Dispute, 'kind' | 'trackingNumber' | 'shipmentNumber' | 'reference' | 'amount' | 'expected' | 'said' | 'days'>;

const HEADINGS: Record<DisputeKind, string> = {
  short: 'Delivered, and not paid in full:',
  missing: 'Delivered, and in none of your payments:',
  late: 'Delivered, and not paid in time:',
  overcharged: 'Charged more than our rates:',
  overtaxed: 'Withheld more tax than the rates:',
};

/** What to write a courier: each parcel with both figures, then what it comes to. Empty for nothing. */
export function disputeMessage(shop: string, courier: string, items: Named[]): string {
  if (items.length === 0) return '';
  const total = roundMoney(items.reduce((sum, { amount }) => sum + amount, 0));
  const groups = (Object.keys(HEADINGS) as DisputeKind[]).flatMap((kind) => {
    const lines = items.filter((item) => item.kind === kind).map(lineOf);
    return lines.length > 0 ? [[HEADINGS[kind], ...lines].join('\n')] : [];
  });
  return [
    `Dear ${courier} team,`,
    `please look at ${items.length === 1 ? 'this parcel' : `these ${items.length} parcels`} of ${shop}. Please pay ${paisaText(total)} with the next payment, or tell us why not.`,
    ...groups,
    `Total: ${paisaText(total)}`,
  ].join('\n\n');
}

function lineOf({ kind, trackingNumber, shipmentNumber, reference, amount, expected, said, days }: Named, place: number): string {
  const name = `${place + 1}. ${trackingNumber || shipmentNumber}${reference ? ` (${reference})` : ''}`;
  if (kind === 'missing' || kind === 'late') return `${name}: ${paisaText(amount)}, ${days} days ago`;
  const [is, should] = kind === 'short' ? ['paid', 'collected'] : ['kept', 'rate'];
  return `${name}: ${should} ${paisaText(expected ?? 0)}, ${is} ${paisaText(said ?? 0)}, difference ${paisaText(amount)}`;
}

/** To the paisa, as couriers' files have it. */
function paisaText(rupees: number): string {
  return `Rs. ${rupees.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
