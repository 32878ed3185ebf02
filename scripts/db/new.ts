/**
 * `npm run db:new`: lets the installed PGlite create a database with all migrations, and writes its files to where `npm start` takes them from.
 * For updates of PGlite, and now and then for new migrations: those that the file lacks are applied at each first start.
 */
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { MIGRATIONS, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { newDatabasePath } from '#local/supabase/new-database.ts';
import { freePort } from '#tests/setup/free-port.ts';

const home = await mkdtemp(join(tmpdir(), 'shop-db-new-'));
const archive = join(home, 'database.tar');
const supabase = await startEmbeddedSupabase({
  ...newSupabaseKeys(),
  home,
  database: 'memory://',
  port: await freePort(),
  fromScratch: true,
});
await supabase.saveAs(archive);
await supabase.stop();

// Files of the same content lie far apart.
const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 26 };
const compressed = await promisify(zstdCompress)(await readFile(archive), { params });
await rm(home, { recursive: true });

const file = await newDatabasePath(MIGRATIONS);
for await (const older of glob('local/supabase/new-database-*.tar.zst')) await rm(older);
await writeFile(file, compressed);
console.log(`Written: ${file} (${(compressed.length / 1024 ** 2).toFixed(1)} MB)`);
