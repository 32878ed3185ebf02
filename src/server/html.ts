/** Escaped markup, made by `html`. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | Html | (Html | Html[])[];

/** Builds markup and escapes every value that is not `Html` already: html`<p>${name}</p>`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(markupOf)));
}

function markupOf(value: Value): string {
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (value instanceof Html) return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
