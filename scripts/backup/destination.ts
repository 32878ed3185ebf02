/** Where backups lie: a folder, or a bucket. */
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bucketOf, deleteObject, getObject, listObjects, putObject } from './s3.ts';

export interface Destination {
  name: string;
  /** The files of backups, the oldest first. */
  list(): Promise<{ name: string; bytes: number }[]>;
  put(name: string, file: string): Promise<void>;
  get(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** `backup-20261120T090000Z.tar.gz`, with `.enc` if it is encrypted. */
const NAME = /^backup-\d{8}T\d{6}Z\.tar\.gz(\.enc)?$/;

export function backupName(at: Date, isEncrypted: boolean): string {
  return `backup-${at.toISOString().replace(/[-:]|\.\d{3}/g, '')}.tar.gz${isEncrypted ? '.enc' : ''}`;
}

/** When a backup of this name was made. */
export function backupTime(name: string): Date {
  return new Date(name.replace(/^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** A folder's path, or `s3://bucket/folder`. @throws UserError when the bucket's keys are missing */
export function destinationOf(address: string): Destination {
  return address.startsWith('s3://') ? inBucket(address) : inFolder(resolve(address));
}

function inFolder(folder: string): Destination {
  return {
    name: folder,
    list: async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).toSorted();
      return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })));
    },
    put: async (name, file) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Nobody takes half a file for a backup.
      await copyFile(file, join(folder, `${name}.unfinished`));
      await rename(join(folder, `${name}.unfinished`), join(folder, name));
    },
    get: (name, file) => copyFile(join(folder, name), file),
    remove: (name) => rm(join(folder, name)),
  };
}

function inBucket(address: string): Destination {
  const { prefix, ...bucket } = bucketOf(address);
  return {
    name: address,
    list: async () =>
      (await listObjects(bucket, prefix))
        .map(({ key, bytes }) => ({ name: key.slice(prefix.length), bytes }))
        .filter(({ name }) => NAME.test(name)),
    put: (name, file) => putObject(bucket, `${prefix}${name}`, file),
    get: (name, file) => getObject(bucket, `${prefix}${name}`, file),
    remove: (name) => deleteObject(bucket, `${prefix}${name}`),
  };
}
