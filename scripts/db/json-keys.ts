import { withoutComments } from './schema-references.ts';

/** What a schema file does with keys of JSON against the rule of docs/architecture.md. Takes its path, its text and the columns of all tables. */
export function wrongKeys(path: string, text: string, columns: ReadonlySet<string>): string[] {
  const code = withoutComments(text);
  const mixed = objectsIn(code)
    .filter((keys) => keys.some(isOfColumns) && keys.some(isOfApi))
    .map((keys) => `${path} mixes two spellings in {${keys.join(', ')}}`);
  const refused = callsOf('shop\\.refuse', code)
    .flatMap((args) => objectsIn(args.join(',')))
    .flatMap((keys) => keys.filter(isOfColumns))
    .map((key) => `${path} refuses with ${key}`);
  const read = [...code.matchAll(/([\w.]+(?:\(\w+\))?) (?:->>?|\?) '(\w+)'/g)]
    .filter(([, from = '', key = '']) => isOfColumns(key) && !columns.has(key) && from !== BY_KIND)
    .map(([, , key]) => `${path} reads ${key}, which is no column`);
  return [...mixed, ...refused, ...read];
}

/** The names of the columns in a schema file. */
export function columnsIn(text: string): string[] {
  const tables = withoutComments(text).matchAll(/^create table [\w.]+ \(\n([\s\S]*?)^\)/gm);
  return [...tables].flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+) [a-z]/gm)].map(([, name = '']) => name));
}

/** The thresholds of conditions by their kinds, which are data. */
const BY_KIND = 't.of';

const isOfColumns = (key: string) => /[a-z]_[a-z]/.test(key);
const isOfApi = (key: string) => /[a-z][A-Z]/.test(key);

/** The keys of each object that is built in a piece of SQL, without those of the objects in it. */
function objectsIn(code: string): string[][] {
  return callsOf('jsonb?_build_object', code).map((args) =>
    args.flatMap((arg, place) => (place % 2 === 0 ? (/^\s*'(\w+)'\s*$/.exec(arg)?.[1] ?? []) : [])),
  );
}

/** The arguments of each call of a function, as they are written. Takes the beginning of its name as a pattern. */
function callsOf(name: string, code: string): string[][] {
  return [...code.matchAll(new RegExp(`\\b${name}\\w*\\s*\\(`, 'g'))].map(({ 0: call, index }) =>
    argumentsFrom(code, index + call.length),
  );
}

function argumentsFrom(code: string, start: number): string[] {
  const args = [''];
  let depth = 0;
  for (const [piece] of code.slice(start).matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (depth === 0 && piece === ')') break;
    if ('(['.includes(piece)) depth += 1;
    if (')]'.includes(piece)) depth -= 1;
    if (depth === 0 && piece === ',') args.push('');
    else args[args.length - 1] += piece;
  }
  return args;
}
