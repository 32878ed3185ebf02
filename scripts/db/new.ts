/** `npm run db:new`: lets the installed PGlite create a database, and writes its files to where `npm start` takes them from. For updates of PGlite. */
import { glob, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { newDatabaseFile } from '#local/supabase/new-database.ts';

const database = await PGlite.create('memory://');
await database.exec('checkpoint');
const files = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer());
await database.close();
const compressed = await promisify(zstdCompress)(files, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });

const file = newDatabaseFile();
for await (const older of glob('new-database-*.tar.zst', { cwd: new URL('.', file) })) await rm(new URL(older, file));
await writeFile(file, compressed);
console.log(`Written: ${fileURLToPath(file)} (${(compressed.length / 1024 ** 2).toFixed(1)} MB)`);
