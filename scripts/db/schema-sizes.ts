/** The most of each that a reader takes in at once. */
const MAX_FILE_LINES = 300;
const MAX_LINE_LENGTH = 140;
const MAX_FUNCTION_LINES = 60;

/** What is too long in a schema file: its lines, one of them, or a function from `create` to the end of its body. Takes its path and its text. */
export function tooLong(path: string, text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const longLines = lines.flatMap((line, place) =>
    line.length > MAX_LINE_LENGTH ? [`${path}:${place + 1} has ${line.length} characters`] : [],
  );
  const longFunctions = functionsOf(text).flatMap(({ name, length }) =>
    length > MAX_FUNCTION_LINES ? [`${path}: ${name} has ${length} lines`] : [],
  );
  return [...(lines.length > MAX_FILE_LINES ? [`${path} has ${lines.length} lines`] : []), ...longLines, ...longFunctions];
}

/** The functions of a schema file with their lengths in lines. Takes its text. */
export function functionsOf(text: string): { name: string; length: number }[] {
  const made = text.matchAll(/^create (?:or replace )?function ([\w.]+)(?:[^$;]|\$(?!\w*\$))*(?:;|(\$\w*\$)[\s\S]*?\2)/gm);
  return [...made].map(([code, name = '']) => ({ name, length: code.split('\n').length }));
}
