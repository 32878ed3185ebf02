/** `npm run db:types`: writes what TypeScript knows of the database. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generateTypes, TYPES_FILE } from './generate-types.ts';

await mkdir(dirname(TYPES_FILE), { recursive: true });
await writeFile(TYPES_FILE, await generateTypes());
console.log(`Wrote ${TYPES_FILE}`);
