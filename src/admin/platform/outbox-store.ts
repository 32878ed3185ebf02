import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxEntry, OutboxStore } from './outbox.ts';

interface Entries extends DBSchema {
  entries: { key: string; value: OutboxEntry };
}

let opened: Promise<IDBPDatabase<Entries>> | undefined;

function entries(): Promise<IDBPDatabase<Entries>> {
  opened ??= openDB<Entries>('admin-outbox', 1, {
    upgrade: (database) => database.createObjectStore('entries', { keyPath: 'key' }),
  });
  return opened;
}

/** The entries in this browser's database, also after the tab was closed. Each call throws where the browser keeps nothing. */
export const outboxStore: OutboxStore = {
  all: async () => (await entries()).getAll('entries'),
  put: async (entry) => void (await (await entries()).put('entries', entry)),
  remove: async (key) => (await entries()).delete('entries', key),
};
