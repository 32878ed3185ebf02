import { report } from 'virtual:report-script';
import type { APIRoute } from 'astro';

/** The collector of errors, which a page loads when something failed. */
export const GET: APIRoute = () => new Response(report, { headers: { 'Content-Type': 'text/javascript' } });
