import type { LimitsEdit } from '#domain/limits/contract.ts';

/** What a shop begins with. */
export const LIMITS: LimitsEdit = {
  pieceUnits: 20,
  orderUnits: 40,
  orderValue: 100_000,
  networkUnits: 200,
  shopUnits: 300,
  mailsPerRecipient: 12,
  mailsPerDay: 90,
  whatsappPerNumber: 4,
  whatsappPerDay: 200,
  buildsPerDay: 60,
};
