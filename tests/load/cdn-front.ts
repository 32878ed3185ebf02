import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '#tests/setup/stack/find-program.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

/** What belongs to a connection, and HTTP/2 has not. */
const OF_CONNECTION = /^(connection|keep-alive|transfer-encoding)$/;

/**
 * Serves a shop of this machine as a CDN does: over TLS and HTTP/2, all requests on one connection. A browser has to let its certificate pass.
 * Null where there is no openssl to make that.
 *
 * @param url the shop, over plain HTTP
 */
export async function openCdnFront(url: string): Promise<{ url: string; close: () => void } | null> {
  const openssl = findProgram('openssl');
  if (!openssl) return null;
  const { key, cert } = await makeCertificate(openssl);
  const shop = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key, cert }, (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')));
    const asked = request(
      {
        hostname: shop.hostname,
        port: shop.port,
        path: incoming.url,
        method: incoming.method,
        agent,
        headers: { ...headers, host: shop.host },
      },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.test(name));
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
        answer.pipe(outgoing);
      },
    );
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${port}`,
    close: () => {
      agent.destroy();
      server.close();
    },
  };
}

async function makeCertificate(openssl: string): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  try {
    execFileSync(openssl, ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '2', ...name], { stdio: 'ignore' });
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
