/** The least that is a reason: a word. */
export const REASON_MIN = 3
