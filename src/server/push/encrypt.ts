import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser opens its messages with: the public key of its pair, uncompressed, and the secret it shares with the shop, in base64url. */
export interface DeviceKeys {
  p256dh: string;
  auth: string;
}

/** What is new with each message. */
interface Once {
  /** The private key of a pair that only this message has. */
  privateKey: Buffer;
  salt: Buffer;
}

/** The whole message is one record, and no service takes a larger body. */
const RECORD_SIZE = 4096;

/** Ends the last record. https://www.rfc-editor.org/rfc/rfc8188#section-2 */
const LAST_RECORD = Buffer.of(2);

/**
 * Encrypts a message so that only one browser can read it, and not the service that carries it: `aes128gcm` with keys by https://www.rfc-editor.org/rfc/rfc8291
 * @throws Error when the browser's key is no point on P-256
 */
export function encrypt(message: Buffer, { p256dh, auth }: DeviceKeys, once: Once = newOnce()): Buffer {
  const device = Buffer.from(p256dh, 'base64url');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(once.privateKey);
  const own = pair.getPublicKey();

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device, own]);
  const shared = derived(pair.computeSecret(device), Buffer.from(auth, 'base64url'), info, 32);
  const key = derived(shared, once.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(shared, once.salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(message), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([once.salt, size, Buffer.of(own.length), own, sealed]);
}

function newOnce(): Once {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { privateKey: pair.getPrivateKey(), salt: randomBytes(16) };
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
