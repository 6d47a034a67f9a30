import type { RefusalCode } from '#refusals.ts'

/**
 * Pictures a member sends. The one form that is not JSON: multipart with the picture as `file`, and
 * what it is for as `purpose`. The answer is its id, in the envelope of every call; the id is what
 * other calls take. `GET /api/upload/<id>` gives the picture back, to its owner alone.
 */

export const uploadPurposes = ['identity', 'voucher', 'deal', 'feedback'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

export const UPLOAD_MB_MAX = 8
export const UPLOAD_BYTES_MAX = UPLOAD_MB_MAX * 1024 * 1024
export const UPLOADS_PER_DAY = 30
/** For so long after the decision are pictures of an identity kept, and its number. */
export const IDENTITY_KEPT_DAYS = 90

export const uploadPath = '/upload'
export const uploadRefusals = [
  'upload_form',
  'upload_too_large',
  'upload_type',
  'upload_unreadable',
  'upload_limit',
  'upload_not_found',
] as const satisfies readonly RefusalCode[]

/** An id as it was answered; anything else is no picture of anybody. */
export const UPLOAD_ID = /^[\w-]{32}$/
