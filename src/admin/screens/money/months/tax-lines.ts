import { type SalesTax, type TaxKind, WITHHELD_TAXES, type WithheldTax } from '#domain/books/contract.ts';

export interface SalesTaxLine {
  key: string;
  name: string;
  net: number;
  tax: number;
}

/** What was delivered and what went back at a rate of sales tax, as far as there was any. */
export function salesTaxLines({ percent, net, tax, netBack, taxBack }: SalesTax): SalesTaxLine[] {
  return [
    { key: `${percent} sold`, name: `${percent}%, delivered`, net, tax },
    { key: `${percent} back`, name: `${percent}%, went back`, net: netBack, tax: taxBack },
  ].filter((line) => line.net !== 0 || line.tax !== 0);
}

export interface WithheldLine {
  withheld: WithheldTax;
  tax: TaxKind;
  sum: number;
  certificate: string;
}

/** The taxes that a courier withheld, and those of which a certificate is noted. */
export function withheldLines(withheld: WithheldTax): WithheldLine[] {
  return WITHHELD_TAXES.map((tax) => ({
    withheld,
    tax,
    sum: tax === 'income_tax' ? withheld.incomeTax : withheld.salesTax,
    certificate: tax === 'income_tax' ? withheld.incomeTaxCertificate : withheld.salesTaxCertificate,
  })).filter(({ sum, certificate }) => sum !== 0 || certificate !== '');
}
