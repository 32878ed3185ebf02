// A link that brings a discount code: `/?code=EID10`. The checkout asks what it takes off.
import { writeJson } from '#browser/storage.ts';

const code = new URLSearchParams(location.search).get('code')?.trim();
// Read by features/checkout/discount.ts.
if (code) writeJson('code_v1', { code });
