import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type ImportCheck, importCheck, importResult, type PhotoTarget, photoTarget } from '#domain/catalog/contract.ts';

/** Thousands of rows on a slow machine, over a slow line. */
const TIMEOUT_MS = 90_000;

/** SKUs that are asked for at once. */
export const MAX_SKUS = 1_000;

/** What the file would do, without doing it. @throws ApiFailure */
export function checkFile(file: File): Promise<ImportCheck> {
  return callStaffApi('POST', '/catalogue/import/check', { body: formOf(file), schema: importCheck, timeoutMs: TIMEOUT_MS });
}

/** Does what the check said. @throws ApiFailure `catalogue_changed` when it would do something else by now */
export function importFile(file: File, fingerprint: string): Promise<{ products: number }> {
  const form = formOf(file);
  form.append('fingerprint', fingerprint);
  return callStaffApi('POST', '/catalogue/import', { body: form, schema: importResult, timeoutMs: TIMEOUT_MS });
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

/** The products that have these SKUs. @throws ApiFailure */
export function fetchPhotoTargets(skus: string[]): Promise<PhotoTarget[]> {
  return callStaffApi('POST', '/catalogue/photo-targets', { body: { skus }, schema: z.array(photoTarget) });
}
