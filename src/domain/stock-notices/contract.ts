import * as z from 'zod';
import { honeypotFields, withoutHoneypot } from '#domain/honeypot.ts';
import { paging } from '#domain/lists.ts';
import { phone } from '#domain/phone-fields.ts';
import { hiddenContact, hiddenPhone } from '#domain/rights/hidden.ts';
import { email, line, typedLine } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';

/** Somebody wants to be told when a choice of a product is back: by e-mail or by phone, not both. */
export const noticeRequest = z
  .object({
    email: email.optional(),
    phone: phone.optional(),
    /** Wherever pieces are counted by it; left alone elsewhere. */
    color: typedLine(50).optional(),
    size: typedLine(20).optional(),
    remark: honeypotFields.remark,
  })
  .superRefine(({ email, phone }, { addIssue }) => {
    if (!email && !phone) addIssue({ code: 'custom', path: ['email'], message: 'Enter an e-mail address or a phone number' });
    if (email && phone) addIssue({ code: 'custom', path: ['phone'], message: 'Only one of them' });
  })
  .transform(withoutHoneypot);

export type NoticeRequest = z.infer<typeof noticeRequest>;

/** `waiting` for pieces, `back` and to be told by staff, or `told`. */
export const NOTICE_STATUSES = ['waiting', 'back', 'told'] as const;

export const noticeStatus = z.enum(NOTICE_STATUSES);

export type NoticeStatus = z.infer<typeof noticeStatus>;

/** Who wants to be told of what. One of `email` and `phone` is null. */
export const stockNotice = z.object({
  id: objectId,
  _id: objectId,
  productId: objectId,
  productName: z.string(),
  color: z.string(),
  size: z.string(),
  email: hiddenContact(z.string()).nullable(),
  phone: hiddenPhone(z.string()).nullable(),
  createdAt: timestamp,
  /** When pieces came back; null while the person waits. */
  backAt: timestamp.nullable(),
  /** When the person was told; null until then. */
  toldAt: timestamp.nullable(),
});

export type StockNotice = z.infer<typeof stockNotice>;

export const noticeQuery = z.object({
  ...paging,
  status: noticeStatus.optional().meta({ description: 'Only what has this status' }),
});

export type NoticeQuery = z.infer<typeof noticeQuery>;

/** The token of the link in a mail that ends all notices of a person. */
export const noticeStop = z.object({ token: line(64) });
