import type { Courier } from '#domain/couriers/contract.ts';
import type { SettlementMapping } from '#domain/couriers/settlement-mapping.ts';
import type { SettlementCheck, SettlementFile } from '#domain/settlements/contract.ts';
import { suggestedMapping } from '#domain/settlements/known-files.ts';
import { mappingFor, openSettlement } from '#domain/settlements/read-settlement.ts';
import type { SettlementTable } from '#domain/settlements/settlement-table.ts';

/** A file that was chosen, before it is booked. */
export interface SettlementDraft {
  courier: Pick<Courier, 'id' | 'name' | 'settlementMapping'>;
  fileName: string;
  /** SHA-256 of the file as it came. */
  fileHash: string;
  table: SettlementTable;
  mapping: SettlementMapping;
  /** Nobody has said yet what its columns hold: the mapping is a guess. */
  isGuess: boolean;
}

/** A file as it was sent with its control total, and what it comes to. */
export interface CheckedSettlement {
  file: SettlementFile;
  check: SettlementCheck;
}

/** Opens a file of a courier. */
export async function draftOf(courier: SettlementDraft['courier'], file: File): Promise<SettlementDraft | { error: string }> {
  const buffer = await file.arrayBuffer();
  const kept = courier.settlementMapping.columns.length > 0 ? courier.settlementMapping : null;
  const table = await openSettlement({ name: file.name, bytes: new Uint8Array(buffer) }, kept);
  if ('error' in table) return table;
  const known = mappingFor(table, courier.settlementMapping);
  return {
    courier,
    fileName: file.name,
    fileHash: await sha256(buffer),
    table,
    mapping: known ?? { ...suggestedMapping(table.headings), words: courier.settlementMapping.words },
    isGuess: known === null,
  };
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
