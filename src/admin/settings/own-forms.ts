import type { ComponentType } from 'react';
import { AuditLog } from './AuditLog.tsx';
import { ConfirmationRules } from './ConfirmationRules.tsx';
import { Limits } from './Limits.tsx';
import { ReadyTexts } from './ReadyTexts.tsx';

interface OwnForm {
  id: string;
  title: string;
  hint: string;
  Form: ComponentType;
}

/** What staff set below the settings and save on its own: it is on no page, so that nothing is rebuilt. */
export const OWN_FORMS: OwnForm[] = [
  {
    id: 'settings-confirmation',
    title: 'Confirming orders',
    hint: 'Which orders need no call, which only staff confirm, and whether others may be shipped. Saved on its own; it counts for orders placed from then on.',
    Form: ConfirmationRules,
  },
  {
    id: 'settings-ready-texts',
    title: 'Ready texts',
    hint: 'What staff send by WhatsApp with one press. Each text is saved on its own and used at once.',
    Form: ReadyTexts,
  },
  {
    id: 'settings-limits',
    title: 'Limits',
    hint: 'How much strangers may take before somebody has spoken to them. Saved on its own; it counts at once.',
    Form: Limits,
  },
  {
    id: 'settings-changes',
    title: 'Changes',
    hint: 'Who changed limits, contact, delivery and rules, and from what to what. Nobody can alter this list.',
    Form: AuditLog,
  },
];
