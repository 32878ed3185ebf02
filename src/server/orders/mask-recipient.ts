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

/**
 * Enough of an address to see a mistake in it, too little to find the door: of its parts between commas the beginning of the first and of the last,
 * and three letters of those between. `House 15, Str…, Gulshan`
 */
export function maskAddress(address: string): string {
  const parts = address.split(/\s*[,،\n]\s*/).filter(Boolean);
  const last = parts.length - 1;
  if (last < 1) return firstWords(address, Math.floor(address.trim().split(/\s+/).length / 2));
  return parts
    .map((part, index) => {
      if (index === 0) return firstWords(part, 2);
      return index === last && last > 1 ? firstWords(part, 3) : shortened(part, 3);
    })
    .join(', ');
}

/** Words as a whole, and that there are more. A word that is an address without spaces is none. */
function firstWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/);
  const first = words.slice(0, count).map((word) => (word.length > 12 ? firstLetters(word, 12) : word));
  const isWhole = first.join(' ') === words.join(' ');
  return first.length > 0 ? first.join(' ') + (isWhole ? '' : '…') : shortened(text, 3);
}

/** At most so many letters, never more than half of them. */
function shortened(text: string, count: number): string {
  return `${firstLetters(text, Math.min(count, Math.ceil(text.length / 2)))}…`;
}

function firstLetters(text: string, count: number): string {
  return [...new Intl.Segmenter().segment(text)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('');
}
