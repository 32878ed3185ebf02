/** The dots are always as many, so that they do not tell how long the rest is. */
const DOTS = '•••';

/** The first letter of each word: `Ayesha Khan` is `A••• K•••`. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => firstLetters(word, 1) + DOTS)
    .join(' ');
}

/** The network and the last two digits: `+923001234567` is `0300•••••67`. */
export function maskPhone(phone: string): string {
  const local = phone.replace(/^\+92/, '0');
  return `${local.slice(0, 4)}•••••${local.slice(-2)}`;
}

/** A third of the address, at most 12 letters: enough to recognise one's own. */
export function maskAddress(address: string): string {
  return firstLetters(address, Math.min(12, Math.ceil(address.length / 3))).replace(/[\s,،]+$/, '') + DOTS;
}

function firstLetters(text: string, count: number): string {
  return [...new Intl.Segmenter().segment(text)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('');
}
