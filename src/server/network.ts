declare const counted: unique symbol;

/** Where a request comes from, as limits count it. Only `networkOf` makes one, so that nothing counts a raw address. */
export type Network = string & { readonly [counted]: true };

/** Groups of an IPv6 address that name the network; the rest its owner chooses freely, a new one for each request. */
const NETWORK_GROUPS = 4;

/**
 * The network of an address: an IPv4 address itself, also where it is mapped into IPv6 (`::ffff:203.0.113.9`); of IPv6 the /64, which a household
 * or a server shares. What is no address counts as it is.
 */
export function networkOf(ip: string): Network {
  const address = ip.replace(/%.*$/, '');
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return ip as Network;
  // URLs write every spelling of an address the same way, with an IPv4 tail in two groups.
  const groups = groupsOf(new URL(url).hostname.slice(1, -1));
  return (isMapped(groups) ? ipv4Of(groups) : `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`) as Network;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => '0'), ...end];
}

function isMapped(groups: string[]): boolean {
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
}

function ipv4Of(groups: string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}
