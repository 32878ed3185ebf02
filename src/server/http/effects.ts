import type { ShownText } from '#domain/shown-texts/shown-fields.ts';
import type { SignedInStaff } from '#server/accounts/tokens.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What goes with a request and may follow its answer. `http` is handed it, because settings, mail, WhatsApp and builds stand beside it and not below. */
export interface Effects {
  /** Refuses texts that would put a number, account or link before shoppers that is not the shop's. */
  checkShown(db: ShopDatabase, staff: SignedInStaff, texts: ShownText[]): Promise<void>;
  /** Sends the messages that the database has waiting. */
  sendMessages(db: ShopDatabase): Promise<unknown>;
  /** Purges cached answers by their tags and requests a build of the pages. */
  publish(db: ShopDatabase, tags: string[]): Promise<unknown>;
  /** Counts a request that could not be answered, for the status of the shop. */
  countFailure(db: ShopDatabase, operation: string, code: string, requestId: string): Promise<unknown>;
}
