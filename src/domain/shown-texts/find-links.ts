import type { Contact } from './find-numbers.ts';

/** Endings that are a site wherever they stand behind a dot. */
const ENDINGS = new Set(
  'com net org pk info biz shop store online site xyz app link click page club live top co ly gl uk us ae ca eu io dev gle ink bio'.split(
    ' ',
  ),
);

/** Endings that are words as well: a site only with a path behind, or as one of the sites that everybody knows. */
const KNOWN = /^(?:wa|t|m|fb|g|paypal)\.me$|^youtu\.be$/;

/** Spelled so that no program sees a link: `evil[.]com`, `evil dot com`, `naqsh . pk`, `wa dot me`. */
const HIDDEN_DOTS = [
  /\s{0,3}(?:\[\.\]|\(\.\)|\[dot\]|\(dot\))\s{0,3}/g,
  /\s{1,3}(?:\.|dot\b)\s{0,3}(?=(?:com|net|org|pk|ly|gl)(?![\p{L}\d]))/gu,
  /\.\s{1,3}(?=com(?![\p{L}\d]))/gu,
  /(?<=\b(?:wa|t|m|fb))\s{0,3}(?:\.|\bdot\b)\s{0,3}(?=me\b)/g,
];
const HIDDEN_AT = /\s{0,3}(?:\[at\]|\(at\))\s{0,3}/g;

const MAX_WORD = 400;

/** Links and e-mail addresses in a folded text. */
export function findLinks(text: string): Contact[] {
  const plain = HIDDEN_DOTS.reduce((read, dot) => read.replace(dot, '.'), text).replace(HIDDEN_AT, '@');
  const found: Contact[] = [];
  for (const { 0: whole, index } of plain.matchAll(/[^\s<>"'“”‘’()[\]{}،؛|]+/gu)) {
    for (let at = 0; at < whole.length; at += MAX_WORD) {
      const word = whole.slice(at, at + MAX_WORD + 40);
      const contact = linkIn(word);
      if (contact) found.push({ ...contact, start: index + at, end: index + at + word.length });
    }
  }
  return found;
}

function linkIn(typed: string): Pick<Contact, 'kind' | 'value'> | undefined {
  const word = typed.replace(/^[^\p{L}\d]+|[^\p{L}\d/]+$/gu, '');
  const isSchemed = /^[a-z][a-z\d+-]{1,15}:\/\/./.test(word) || /^www\../.test(word);
  const bare = word.replace(/^[a-z][a-z\d+-]{1,15}:(?:\/\/)?/, '').replace(/^www\./, '');
  if (/^[^@/]+@[^@/]+\.[^@./]{2,}$/.test(bare)) return { kind: 'email', value: bare };
  if (isSchemed) return { kind: 'link', value: bare.replace(/\/+$/, '') };
  const site = /(?:^|[^\p{L}\d.@-])((?:[\p{L}\d-]{1,63}\.){1,5}(\p{L}{2,24}))(?![\p{L}\d])(?:$|:\d+|([/?#].*)|[^\p{L}\d])/u.exec(
    bare,
  );
  if (!site) return undefined;
  const [, host = '', ending = '', path = ''] = site;
  const isSite = ENDINGS.has(ending) || KNOWN.test(host) || (path.length > 1 && path.startsWith('/') && !/\d$/.test(host));
  return isSite ? { kind: 'link', value: (host + path).replace(/\/+$/, '') } : undefined;
}
