import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import * as z from 'zod';

/** The pair by which push services know the shop, in base64url: the public key uncompressed, the private one bare. */
export const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

export type VapidKeys = z.infer<typeof vapidKeys>;

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
}

/** Whether two keys belong together. */
export function arePair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** The private key as Node signs with it. */
export function signingKey({ publicKey, privateKey }: VapidKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: privateKey,
  };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}
