import type { verifyAddress as verifyAddressCall } from '@btbc/contract/account.ts'
import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { isProved, lockMember, proveAddress } from '#modules/account/index.ts'
import { welcomeMember } from './welcome.ts'
import { ownAddress, redeemCode } from '#modules/session/index.ts'

/**
 * Proves an address of the member by a code that was sent to it. The first proof pays the welcome
 * grant. A wrong try stays counted.
 */
export async function verifyAddress(
  tx: Tx,
  parts: {
    request: Request<typeof verifyAddressCall>
    memberId: number
    now: Date
    wallNow: Date
  },
): Promise<Response<typeof verifyAddressCall> | Refusal> {
  const { request, memberId, now, wallNow } = parts
  const code = request.code ?? request.email_code
  if (code === undefined) throw new Refusal('code_required')
  const member = await lockMember(tx, memberId)
  const address = ownAddress(member, request)
  const { target } = address
  if (isProved(member, address)) throw new Refusal('already_verified')
  const tried = { target, memberId, code, nonce: request.nonce, wallNow }
  const outcome = await redeemCode(tx, { purpose: 'bind', ...tried })
  if (outcome.state !== 'right') return new Refusal('code_wrong')
  await proveAddress(tx, member, address, now)
  if (member.verified_at !== null) return { welcomed: false }
  const { welcomed } = await welcomeMember(tx, { member, now, wallNow })
  return { welcomed }
}
