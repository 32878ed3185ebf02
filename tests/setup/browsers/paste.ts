import type { Locator } from '@playwright/test';

/** Pastes into an empty field as a person does, so that what would cut the text cuts it. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.clear();
  await field.focus();
  await field.page().keyboard.insertText(text);
}
