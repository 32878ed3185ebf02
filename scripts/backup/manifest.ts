import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { UserError } from '#local/user-error.ts';

/** What is stored beside the database: photos, photos of transfers, which only staff see, and photos of open parcels. */
export const BUCKETS = ['photos', 'transfer-photos', 'parcels'] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The newest migration of the shop that was saved. */
  migration: z.string(),
  /** `public.orders`, saved in `rows/public.orders.jsonl`. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  /** The last number each sequence gave; null for one that gave none. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** The path in the bucket, saved in a folder of the bucket's name. */
  photos: z.array(z.object({ path: z.string(), bytes: z.int(), sha256, bucket: z.enum(BUCKETS).optional() })),
  /** Sums of orders, payments and stock, by which a restored shop is compared with the saved one. */
  sums: z.record(z.string(), z.string()).optional(),
});

/** The content of a backup, with hashes to verify it. */
export type Manifest = z.infer<typeof manifest>;

export function rowsFile(folder: string, table: string): string {
  return join(folder, 'rows', `${table}.jsonl`);
}

export function photoFile(
  folder: string,
  { path, bucket = 'photos' }: Pick<Manifest['photos'][number], 'path' | 'bucket'>,
): string {
  return join(folder, bucket, ...path.split('/'));
}

export function writeManifest(folder: string, content: Manifest): Promise<void> {
  return writeFile(join(folder, 'manifest.json'), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Reads a backup's manifest and verifies every file. @throws UserError naming the first missing or damaged file */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new UserError(`${folder} is no backup: it has no manifest.json.`);
  });
  const parsed = manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new UserError(`The manifest.json of ${folder} is damaged.`);
  for (const { name, sha256 } of parsed.data.tables) await requireHash(rowsFile(folder, name), sha256);
  for (const photo of parsed.data.photos) await requireHash(photoFile(folder, photo), photo.sha256);
  return parsed.data;
}

async function requireHash(file: string, wanted: string): Promise<void> {
  if (!(await stat(file).catch(() => null))) throw new UserError(`The backup is not whole: ${file} is missing.`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== wanted) throw new UserError(`The backup is damaged: ${file} is not what was saved.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // refused by the schema
  }
}
