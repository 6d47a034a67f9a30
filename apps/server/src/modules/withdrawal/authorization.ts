import type { Response } from '@btbc/contract/endpoint.ts'
import { statusNumber } from '@btbc/contract/payment-state.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { refuseUnlisted } from '#modules/api-key/index.ts'
import type { Coin } from '#modules/wallet/index.ts'

import { nextOf } from './next-step.ts'
import type { WithdrawalRow } from './withdrawal.row.ts'
import { refuseUnverified } from '#modules/identity/identity.ts'

/** That the member wants it: shown by a fresh proof, or by a key that was made for this with one. */

/** Who stands for it that the member wants this. */
export type Authorization =
  | {
      by: 'member'
      confirm: Confirm
    }
  | {
      by: 'key'
      keyId: number
      /** What the member's program calls it. */
      clientId: string | undefined
    }

type Asked = { memberId: number; authorization: Authorization; address: string; now: Date }

export async function requireAuthorization(tx: Tx, asked: Asked): Promise<void> {
  const { authorization, memberId, address, now } = asked
  if (authorization.by === 'member') return await authorization.confirm()
  await refuseUnverified(tx, memberId)
  await refuseUnlisted(tx, { keyId: authorization.keyId, memberId, address, now })
}

/** What a program of the member calls so. */
export async function findNamedWithdrawal(
  tx: Tx,
  { memberId, clientId }: { memberId: number; clientId: string },
): Promise<WithdrawalRow | undefined> {
  return await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The withdrawal that a program has asked for before under this name; of another one it is refused. */
export async function findSame(
  tx: Tx,
  asked: Asked & { coin: Coin; amount: bigint },
): Promise<Response<typeof requestWithdrawal> | undefined> {
  const { authorization, memberId, coin, amount, address, now } = asked
  if (authorization.by === 'member' || authorization.clientId === undefined) return undefined
  const row = await findNamedWithdrawal(tx, { memberId, clientId: authorization.clientId })
  if (!row) return undefined
  const isSame = row.currency === coin.id && row.amount === amount && row.address === address
  if (!isSame) throw new Refusal('withdrawal_name_taken')
  const { id, draw_no, state, fee } = row
  const status = statusNumber('coin_withdraw_list', state)
  return { id, draw_no, status, state, amount, fee, net: amount - fee, next: nextOf(row, now) }
}
