/**
 * Finds each UPDATE and DELETE of an SQL text that names no rows, which pg-safeupdate refuses on hosted databases (error 21000).
 * `insert … on conflict do update`, `select … for update` and `create trigger … after update on` change no rows of their own and are left alone.
 * Takes a function's body or a script. Returns the beginnings of the statements, as written.
 */
export function unfilteredWrites(sql: string): string[] {
  const text = withoutCommentsAndStrings(sql);
  const writes = text.matchAll(
    /\b(?:delete\s+from|(?<!\b(?:for|do|key|before|after|or|on)\s+)update)\s+(?:only\s+)?[a-z_"][\w."]*(?=[\s;)]|$)/gi,
  );
  return [...writes]
    .filter(({ index }) => !/\bwhere\b/i.test(clausesFrom(text, index)))
    .map(([start]) => start.replace(/\s+/g, ' '));
}

/** The statement that begins there, without what stands in brackets: a WHERE of a subquery is not its own. */
function clausesFrom(text: string, start: number): string {
  let depth = 0;
  let clauses = '';
  for (const sign of text.slice(start)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (depth === 0) clauses += sign;
    if (depth < 0 || (depth === 0 && sign === ';')) break;
  }
  return clauses;
}

function withoutCommentsAndStrings(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' ');
}
