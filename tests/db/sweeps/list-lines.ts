/** Lists of what follows a change: `supabase/schemas/<noun>/consequences.sql`. */

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL that takes out of a list the lines that begin a call so, as `book_collected` or `need_right('refund'`. It fails when there is none. */
export function withoutLine(list: string, call: string): string {
  const pattern = `(perform|new :=) shop\\.${call.replace(/[()'.]/g, '\\$&')}[^;]*;`;
  return `do $remove$
    declare
      code constant text := pg_get_functiondef('shop.${list}'::regproc);
      shorter constant text := regexp_replace(code, ${literal(pattern)}, 'null;', 'g');
    begin
      if shorter = code then
        raise exception '% has no such line', '${list}';
      end if;
      execute shorter;
    end $remove$`;
}

/** A query of all lines of lists that call one of these functions: {list, call}, the call without what it is given, or with one literal. */
export function linesThatCall(...functions: string[]): string {
  return `
    select p.proname::text as list, line[1] || coalesce('(' || line[2], '') as call
      from pg_proc p cross join lateral regexp_matches(p.prosrc, 'shop\\.(${functions.join('|')})\\((''[^'']*'')?', 'g') as line
     where p.pronamespace = 'shop'::regnamespace and p.proname ~ '^(before|after|check)_' and p.proname !~ '^check_(?!.*_at_end$)'
     group by 1, 2`;
}
