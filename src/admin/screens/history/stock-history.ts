import { defineList } from '#admin/kit/define-record.ts';
import { stockQuery, stockRecord } from '#domain/stock/contract.ts';

/** Every change of stock. */
export const stockHistory = defineList({ plural: 'history', api: '/stock-history', schema: stockRecord, query: stockQuery });
