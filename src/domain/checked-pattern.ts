/** Whether a match counts. Takes the text before it, of which 80 characters are enough, and the match. */
type Check = (before: string, match: RegExpExecArray) => boolean;

/**
 * A pattern of which only those matches count before which the right thing stands. Lookbehinds say that, and Safari before 16.4 refuses to load
 * a script that has one. Works wherever a pattern does.
 */
export class CheckedPattern extends RegExp {
  readonly counts: Check;
  readonly #search: RegExp;

  /** The order of `RegExp`, which makes patterns from patterns by it. */
  constructor(pattern: RegExp | string, flags?: string, counts: Check = checkOf(pattern)) {
    super(pattern, flags);
    this.counts = counts;
    this.#search = new RegExp(this.source, this.global ? this.flags : `${this.flags}g`);
  }

  override exec(text: string): RegExpExecArray | null {
    const goesOn = this.global || this.sticky;
    const search = this.#search;
    search.lastIndex = goesOn ? this.lastIndex : 0;
    let match = search.exec(text);
    while (match && !this.counts(text.slice(Math.max(0, match.index - 80), match.index), match)) {
      search.lastIndex = match.index + ((text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1);
      match = this.sticky ? null : search.exec(text);
    }
    if (goesOn) this.lastIndex = match ? search.lastIndex : 0;
    return match;
  }
}

function checkOf(pattern: RegExp | string): Check {
  return pattern instanceof CheckedPattern ? pattern.counts : () => true;
}

/** A pattern that begins behind none of some characters, which are given as they stand within brackets. */
export function notAfter(characters: string, pattern: RegExp): RegExp {
  const refused = new RegExp(`[${characters}]$`, 'u');
  return new CheckedPattern(pattern, pattern.flags, (before) => !refused.test(before.slice(-2)));
}

/** A pattern that begins with a word, not within one. */
export function word(pattern: RegExp): RegExp {
  return notAfter(String.raw`\p{L}`, pattern);
}
