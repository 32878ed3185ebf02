/** What a shopper asks for by a button of the question. */
export const WISHES = { confirm: 'Confirm', change: 'Change', cancel: 'Cancel' } as const;
