import { defineList } from '#admin/kit/define-record.ts';
import { stockQuery, stockRecord } from '#shared/schemas/stock.ts';

/** Every change of stock. */
export const stockHistory = defineList({ plural: 'history', api: '/stock-history', schema: stockRecord, query: stockQuery });
