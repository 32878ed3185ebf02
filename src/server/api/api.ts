import type { Effects } from '#server/http/effects.ts';
import { formsWith } from '#server/http/forms.ts';
import { resourceWith } from '#server/http/resource.ts';
import { deliverMailsSoon } from '#server/mail/deliver-mails.ts';
import { deliverPushesSoon } from '#server/push/deliver-pushes.ts';
import { publishChange } from '#server/site-builds/request-build.ts';
import { noteServerFailure } from '#server/status/shop-status.ts';
import { askByWhatsappSoon } from '#server/whatsapp/ask-by-whatsapp.ts';

const effects: Effects = {
  sendMessages: (db) => Promise.all([deliverMailsSoon(db), askByWhatsappSoon(db), deliverPushesSoon(db)]),
  publish: publishChange,
  countFailure: noteServerFailure,
};

/** A table of the API's operations: see `resourceWith`. */
export const resource = (about: string) => resourceWith(effects, about);

/** A table of the pages' forms without script: see `formsWith`. */
export const forms = (otherwise: Parameters<typeof formsWith>[1]) => formsWith(effects, otherwise);
