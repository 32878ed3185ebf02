import type { FieldError } from '#shared/schemas/common.ts';

interface Extras {
  errors?: FieldError[];
  /** What the caller needs to go on. Sent to the browser. */
  details?: unknown;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A refusal on its way to the caller: status, code and a sentence that a person can act on. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[] | undefined;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, { errors, details, headers = {}, cause }: Extras = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.details = details;
    this.headers = headers;
  }
}

/** 500: a fault of ours, whose cause is for the log alone. */
export function internalError(cause: unknown, message = 'Something went wrong on our side. Please try again.'): ApiError {
  return new ApiError(500, 'internal_error', message, { cause });
}

/** 422 with one complaint per field. */
export function invalid(errors: FieldError[], message = 'Please check the highlighted fields'): ApiError {
  return new ApiError(422, 'validation_failed', message, { errors });
}
