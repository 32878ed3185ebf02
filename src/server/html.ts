/** Markup that is safe to send. Only `html` makes it. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | Html | (Html | Html[])[];

/** Markup with values in it. Whatever is not markup already is text and stays text: html`<p>${name}</p>`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(markupOf)));
}

function markupOf(value: Value): string {
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (value instanceof Html) return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
