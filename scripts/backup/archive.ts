/** One file of a backup: a folder as tar.gz, encrypted if there is a passphrase, in the form of `openssl enc`, so that other programs open it, too. */
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { UserError } from '#local/user-error.ts';

const BLOCK = 512;
const MAGIC = 'Salted__';
/** What OWASP asks of PBKDF2 with SHA-256: `openssl enc -aes-256-cbc -pbkdf2 -iter 600000`. */
const ITERATIONS = 600_000;

/** Writes a folder into one file. */
export async function pack(folder: string, file: string, passphrase?: string): Promise<void> {
  const sink = createWriteStream(file, { mode: 0o600 });
  if (!passphrase) return pipeline(Readable.from(tarOf(folder)), createGzip(), sink);
  const salt = randomBytes(8);
  sink.write(Buffer.concat([Buffer.from(MAGIC), salt]));
  const { key, iv } = secretsOf(passphrase, salt);
  await pipeline(Readable.from(tarOf(folder)), createGzip(), createCipheriv('aes-256-cbc', key, iv), sink);
}

/** Reads such a file into a new folder. @throws UserError when the passphrase is missing or wrong, or the file is damaged */
export async function unpack(file: string, folder: string, passphrase?: string): Promise<void> {
  const head = await headOf(file);
  const isEncrypted = head.toString('latin1', 0, 8) === MAGIC;
  if (isEncrypted && !passphrase) throw new UserError(`${file} is encrypted: set BACKUP_PASSPHRASE.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const write = (chunks: AsyncIterable<Buffer>) => writeFiles(chunks, folder);
  try {
    if (isEncrypted && passphrase) {
      const { key, iv } = secretsOf(passphrase, head.subarray(8, 16));
      await pipeline(createReadStream(file, { start: 16 }), createDecipheriv('aes-256-cbc', key, iv), createGunzip(), write);
    } else await pipeline(createReadStream(file), createGunzip(), write);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const hint = isEncrypted ? ', or BACKUP_PASSPHRASE is not the one it was made with' : '';
    throw new UserError(`${file} is damaged${hint}: ${(error as Error).message}`);
  }
}

function secretsOf(passphrase: string, salt: Buffer) {
  const derived = pbkdf2Sync(passphrase, salt, ITERATIONS, 48, 'sha256');
  return { key: derived.subarray(0, 32), iv: derived.subarray(32) };
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => {
    throw new UserError(`There is no ${file}.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* tarOf(folder: string): AsyncGenerator<Buffer> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = await stat(path);
    yield header(relative(folder, path).split(sep).join('/'), size);
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The header of an entry (ustar). */
function header(name: string, size: number): Buffer {
  const cut = name.length <= 100 ? 0 : name.indexOf('/', name.length - 101) + 1;
  if ((cut === 0 && name.length > 100) || cut > 156) throw new UserError(`The name ${name} is too long for an archive.`);
  const block = Buffer.alloc(BLOCK);
  block.write(name.slice(cut), 0, 100, 'utf8');
  block.write('0000600\0', 100);
  block.write('0000000\x000000000\0', 108);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  // The path of a long name, without the slash between.
  if (cut > 0) block.write(name.slice(0, cut - 1), 345, 155, 'utf8');
  block.write('ustar\x0000', 257);
  // A file.
  block.write('0', 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Writes the files of a tar below a folder, whatever pieces it comes in. */
async function writeFiles(chunks: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const take = async (bytes: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let missing = bytes; missing > 0; ) {
      if (rest.length === 0) {
        const next = await source.next();
        if (next.done) throw new Error('it ends too early');
        rest = next.value;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  };
  for (;;) {
    const block = await take(BLOCK);
    if (block.every((byte) => byte === 0)) break;
    const text = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '');
    const prefix = text(345, 500);
    const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
    const size = Number.parseInt(text(124, 136), 8);
    if (Number.isNaN(size) || name.split('/').some((part) => part === '..' || part === '')) throw new Error('it is no archive');
    const path = join(folder, ...name.split('/'));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    try {
      for (let left = size; left > 0; left -= BLOCK * 128) await file.write(await take(Math.min(left, BLOCK * 128)));
    } finally {
      await file.close();
    }
    await take((BLOCK - (size % BLOCK)) % BLOCK);
  }
  // What follows the end is padding.
  while (!(await source.next()).done);
}
