import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { RefundOwed } from '#domain/reports/where-money-is.ts';
import type { DisputeKind, DisputeState, SettledBy } from '#domain/settlements/disputes.ts';

export const DISPUTE_KIND_LABELS: Record<DisputeKind, StatusLabel> = {
  short: { text: 'Short', tone: 'tone-stop' },
  missing: { text: 'In no file', tone: 'tone-stop' },
  late: { text: 'Late', tone: 'tone-wait' },
  overcharged: { text: 'Charged too much', tone: 'tone-wait' },
  overtaxed: { text: 'Withheld too much', tone: 'tone-wait' },
};

export const DISPUTE_STATE_LABELS: Record<DisputeState, StatusLabel> = {
  open: { text: 'Open', tone: 'tone-stop' },
  asked: { text: 'Asked', tone: 'tone-wait' },
  settled: { text: 'Settled', tone: 'tone-done' },
};

export const SETTLED_BY_TEXTS: Record<SettledBy, string> = {
  courier: 'Paid by a later file',
  paid_back: 'Paid back',
  written_off: 'Written off',
  accepted: 'Accepted',
  corrected: 'Corrected',
};

export const REFUND_WAIT_TEXTS: Record<RefundOwed['waitsFor'], string> = {
  pieces: 'The pieces are not back',
  account: 'The customer still has to say where to send it',
  shop: 'Ready to be paid',
};
