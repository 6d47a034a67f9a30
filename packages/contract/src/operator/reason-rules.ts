/** The least that is a reason: a word. */
export const REASON_MIN = 3
/** In letters. */
export const REASON_MAX = 500
