import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from './durations.ts'
import { APART_MS, isLockedUntil, wasWithin } from './recent.ts'

/**
 * Wrong tries of what only one should know: a password, a code. They are counted by who tries and from
 * which network, and lead to a picture to be read and to a lock.
 */

export const LOCK_MINUTES = 15
const LOCK_MS = LOCK_MINUTES * MINUTE_MS
const CAPTCHA_AFTER = 3
const LOCK_AFTER = 5
/** From all networks together a captcha is asked for, but nobody is locked out by strangers. */
const CAPTCHA_AFTER_BY_ACCOUNT = 20
const CAPTCHA_AFTER_BY_NETWORK = 50
const ANY = '*'

export type TrySource = {
  /** Who tries, or what was typed. */
  account: string
  network: string
  /** On the machine itself everybody has one address, which says nothing about them. */
  local: boolean
}

export type TryCount = {
  wrong: number
  /** Of the last hour, from all networks together. */
  wrongAnywhere: number
  lockedUntil: Date | undefined
  /** So much was wrong from this network, under whatever name, that it is asked to read a picture. */
  isNetworkAsked: boolean
  needsCaptcha: boolean
}

/** As `readTries`. Tries for the same account from the same network wait here for one another. */
export async function lockTries(tx: Tx, source: TrySource, wallNow: Date): Promise<TryCount> {
  const key = `${source.account} ${source.network}`
  await lockNamed(tx, 'tries', key)
  return await readTries(tx, source, wallNow)
}

/** How this account stands with this network. */
export async function readTries(
  database: Db | Tx,
  { account, network }: TrySource,
  wallNow: Date,
): Promise<TryCount> {
  const rows = await database
    .selectFrom('login_failure')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('account', '=', account), row('network', 'in', [network, ANY])]),
        row.and([row('account', '=', ANY), row('network', '=', network)]),
      ]),
    )
    .execute()
  const recent = (of: { account: string; network: string }) => {
    const row = rows.find((each) => each.account === of.account && each.network === of.network)
    return row && wasWithin(HOUR_MS, row.last_at, wallNow) ? row.failures : 0
  }
  const own = rows.find((each) => each.account === account && each.network === network)
  const lockedUntil = own?.locked_until ?? undefined
  const wrong = recent({ account, network })
  const wrongAnywhere = recent({ account, network: ANY })
  const isNetworkAsked = recent({ account: ANY, network }) >= CAPTCHA_AFTER_BY_NETWORK
  return {
    wrong,
    wrongAnywhere,
    lockedUntil: isLockedUntil(lockedUntil, LOCK_MS, wallNow) ? lockedUntil : undefined,
    isNetworkAsked,
    needsCaptcha:
      isNetworkAsked || wrong >= CAPTCHA_AFTER || wrongAnywhere >= CAPTCHA_AFTER_BY_ACCOUNT,
  }
}

/** Says for how many minutes nothing more may be tried. */
export function refuseLocked(
  { lockedUntil }: Pick<TryCount, 'lockedUntil'>,
  wallNow: Date,
  code: 'account_locked' | 'packet_locked' = 'account_locked',
): void {
  if (!lockedUntil) return
  const minutes = Math.ceil((lockedUntil.getTime() - wallNow.getTime()) / MINUTE_MS)
  throw new Refusal(code, { minutes })
}

/**
 * Counts a wrong try after `lockTries`; answers whether it was the one that locks. Tries behind a
 * lock that does not show leave it as it is.
 */
export async function countWrongTry(
  tx: Tx,
  source: TrySource,
  count: TryCount,
  wallNow: Date,
): Promise<{ locked: boolean; needsCaptcha: boolean }> {
  const { account, network, local } = source
  const wrong = count.lockedUntil ? 0 : count.wrong + 1
  const locked = wrong >= LOCK_AFTER
  const values = {
    // A lock that is over leaves a clean slate.
    failures: locked ? 0 : wrong,
    last_at: wallNow,
    locked_until: locked ? new Date(wallNow.getTime() + LOCK_MS) : (count.lockedUntil ?? null),
  }
  await tx
    .insertInto('login_failure')
    .values({ account, network, ...values })
    .onConflict((conflict) => conflict.columns(['account', 'network']).doUpdateSet(values))
    .execute()
  await countTogether(tx, { account, network: ANY }, wallNow)
  if (!local) await countTogether(tx, { account: ANY, network }, wallNow)
  return { locked, needsCaptcha: wrong >= CAPTCHA_AFTER }
}

async function countTogether(
  tx: Tx,
  key: { account: string; network: string },
  wallNow: Date,
): Promise<void> {
  await tx
    .insertInto('login_failure')
    .values({ ...key, failures: 1, last_at: wallNow })
    .onConflict((conflict) =>
      conflict.columns(['account', 'network']).doUpdateSet({
        failures: sql`case when login_failure.last_at > ${new Date(wallNow.getTime() - HOUR_MS)}
            and login_failure.last_at <= ${new Date(wallNow.getTime() + APART_MS)}
          then login_failure.failures + 1 else 1 end`,
        last_at: wallNow,
      }),
    )
    .execute()
}

/** Forgets the wrong tries of an account from one network, or from everywhere. */
export async function forgiveTries(tx: Tx, account: string, network?: string): Promise<void> {
  const all = tx.deleteFrom('login_failure').where('account', '=', account)
  await (network === undefined ? all : all.where('network', '=', network)).execute()
}
