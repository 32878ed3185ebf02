import { readSchema, schemaFiles } from '#scripts/db/schema-files.ts';

/** One line of a list: when it counts (empty: always), the function that it calls, and what that function says of itself. */
export interface Consequence {
  when: string;
  calls: string;
  says: string;
  file: string;
}

interface Chapter {
  title: string;
  list: string;
}

export const CHAPTERS: Chapter[] = [
  { title: 'Before an order is written, first when it is placed, then when it is changed', list: 'before_order_change' },
  { title: 'After an order was placed', list: 'after_order_placed' },
  { title: 'After an order was changed', list: 'after_order_changed' },
  { title: 'When the transaction ends that placed or changed an order', list: 'check_order_at_end' },
  { title: 'After a parcel was added', list: 'after_shipment_added' },
  { title: 'After a parcel was changed', list: 'after_shipment_changed' },
];

const CALL = /(?:\bif ((?:(?!\bthen\b)[^;])*?) then\s+)?(?:perform|new :=|return) shop\.(\w+)\(((?:[^()]|\([^()]*\))*)\)/g;

/** The lines of a list, in their order. Takes the name of its function and the text of every schema file by its path. @throws Error when there is none */
export function consequencesOf(list: string, schemas: Map<string, string>): Consequence[] {
  const body = [...schemas.values()]
    .map((text) => new RegExp(`create function shop\\.${list}\\([\\s\\S]*?\nbegin\n([\\s\\S]*?)\n\\$\\$;`).exec(text)?.[1])
    .find(Boolean);
  if (!body) throw new Error(`No schema file has a list ${list}.`);
  const code = body.replace(/--.*/g, '');
  return [...code.matchAll(CALL)].map(([, when = '', name = '', given = '']) => {
    const [file = '', text = ''] = [...schemas].find(([, text]) => text.includes(`create function shop.${name}(`)) ?? [];
    const right = name === 'need_right' ? `(${given})` : '';
    return { when: when.replace(/\s+/g, ' ').trim(), calls: `${name}${right}`, says: firstSentence(name, text), file };
  });
}

/** What stands above a function, up to its first full stop. */
function firstSentence(name: string, text: string): string {
  const [, comment = ''] = new RegExp(`((?:^-- .*\n)+)create function shop\\.${name}\\(`, 'm').exec(text) ?? [];
  const words = comment.replace(/^-- /gm, '').replace(/\s+/g, ' ').trim();
  return /^.*?[.](?= |$)/.exec(words)?.[0] ?? words;
}

const BEGIN = '<!-- Drawn by `npm run graph`: -->\n';
const END = '<!-- Drawn until here. -->';

/** docs/architecture/consequences.md with the lists of orders and parcels as they are in the code, where its marks are. Takes its text. */
export function withConsequences(page: string): string {
  const schemas = new Map(schemaFiles().map((path) => [path, readSchema(path)]));
  const chapters = CHAPTERS.map(({ title, list }) => {
    const lines = consequencesOf(list, schemas).map(
      ({ when, calls, says, file }, place) =>
        `${place + 1}. ${when ? `\`${when}\`` : 'always'}: **${calls}** (${file.replace('schemas/', '')}). ${says}`,
    );
    return `${title} (\`shop.${list}\`):\n\n${lines.join('\n')}\n\n`;
  });
  return `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${chapters.join('')}${page.slice(page.indexOf(END))}`;
}
