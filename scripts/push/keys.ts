/** `npm run push:keys`: makes the pair of keys for notifications, as environment variables. */
import { makeVapidKeys } from '#server/push/vapid-keys.ts';

const { publicKey, privateKey } = makeVapidKeys();

console.log(`VAPID_PUBLIC_KEY=${publicKey}
VAPID_PRIVATE_KEY=${privateKey}
VAPID_SUBJECT=mailto:an address that you read`);
