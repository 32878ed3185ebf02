import type { StatusLabel } from '#admin/kit/status-labels.ts';
import type { ReturnState } from '#domain/returns/choices.ts';

export const RETURN_STATE_LABELS: Record<ReturnState, StatusLabel> = {
  asked: { text: 'Asked', tone: 'tone-wait' },
  approved: { text: 'Approved', tone: 'tone-work' },
  received: { text: 'To pay back', tone: 'tone-move' },
  settled: { text: 'Settled', tone: 'tone-done' },
  declined: { text: 'Declined', tone: 'tone-stop' },
  withdrawn: { text: 'Withdrawn', tone: 'tone-part' },
};
