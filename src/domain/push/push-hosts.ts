/**
 * The push services of the browsers: Chrome and most on Android, Safari, Firefox, Edge. An address comes from a browser, so that anything else would let
 * whoever signs in make the shop send requests anywhere.
 */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)+push\.apple\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
];

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether an address is one of a browser's push service. */
export function isPushService(address: string): boolean {
  const url = readAddress(address);
  return url?.protocol === 'https:' && url.port === '' && HOSTS.some((host) => host.test(url.hostname));
}

/** Whether an address is on the machine of the shop itself, where tests have their push service. */
export function isLoopback(address: string): boolean {
  const url = readAddress(address);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && LOOPBACK.includes(url.hostname);
}

/** A plain address without a name and a password. */
function readAddress(address: string): URL | null {
  if (!/^https?:\/\/[\w.:[\]-]+\/[\w!$%&()*+,./:;=?@~-]*$/.test(address)) return null;
  try {
    const url = new URL(address);
    return url.username || url.password ? null : url;
  } catch {
    // `URL.canParse` is not in all browsers of the back office.
    return null;
  }
}
