import type { ShopDatabase } from '#server/database/client.ts';

/** What may follow an answer, in the background. `http` is handed it, because messages and builds stand beside it and not below. */
export interface Effects {
  /** Sends the messages that the database has waiting. */
  sendMessages(db: ShopDatabase): Promise<unknown>;
  /** Purges cached answers by their tags and requests a build of the pages. */
  publish(db: ShopDatabase, tags: string[]): Promise<unknown>;
  /** Counts a request that could not be answered, for the status of the shop. */
  countFailure(db: ShopDatabase, operation: string, code: string, requestId: string): Promise<unknown>;
}
