/** A schema file: the tables, types, views, sequences and functions that it makes, and all of those that its code names. */
export interface SchemaCode {
  path: string;
  makes: Set<string>;
  names: Set<string>;
}

/** Reads a schema file. Takes its path and its text. What its comments name is no reference. */
export function readSchemaCode(path: string, text: string): SchemaCode {
  const code = withoutComments(text);
  const made = code.matchAll(/^create (?:table|type|view|sequence|function) ((?:public|shop)\.\w+)/gm);
  return {
    path,
    makes: new Set([...made].map(([, name = '']) => name)),
    names: new Set([...code.matchAll(/\b(?:public|shop)\.[a-z]\w*/g)].map(([name]) => name)),
  };
}

/** What a schema file does, without what its comments say. */
export function withoutComments(text: string): string {
  return text.replace(/'(?:[^']|'')*'|--.*/g, (found) => (found.startsWith('--') ? '' : found));
}

/** The references that run ahead: a line for each name that a file uses and only a later one makes. Takes the files in the order in which they apply. */
export function referencesAhead(files: SchemaCode[]): string[] {
  const first = new Map<string, number>();
  for (const [place, { makes }] of files.entries()) for (const name of makes) first.set(name, first.get(name) ?? place);
  return files.flatMap(({ path, names }, place) =>
    [...names].flatMap((name) => {
      const home = first.get(name) ?? 0;
      return home > place ? [`${path} names ${name} of ${files[home]?.path}`] : [];
    }),
  );
}
