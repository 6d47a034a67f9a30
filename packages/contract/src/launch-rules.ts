import { UNIT } from '@btbc/money/amount.ts'

/** What one launch costs, in units of USDT. */
export const LAUNCH_PRICE = 1n * UNIT
/** The most that are bought at once. */
export const LAUNCHES_MAX = 999
