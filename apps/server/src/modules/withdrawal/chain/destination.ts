import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { getAddress, isAddress, zeroAddress } from 'viem'

import type { Chain } from '#chain/chain.ts'
import { memberOfAddress } from '#modules/deposit/index.ts'

/** Where a withdrawal goes: an address outside, or the deposit address of another member. */

type Destination = {
  /** With the capital letters that prove it. */
  address: string
  /** The member it belongs to. */
  recipientId: number | undefined
}

/** Checks what was typed; spaces are named before anything else. */
function readAddress(typed: string | undefined): string {
  if (typed === undefined) throw new Refusal('withdrawal_address_required')
  if (/\s/.test(typed)) throw new Refusal('withdrawal_address_space')
  if (!isAddress(typed, { strict: false })) throw new Refusal('withdrawal_address_invalid')
  const proved = getAddress(typed)
  const digits = typed.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isOneCase && typed !== proved) throw new Refusal('withdrawal_address_checksum')
  if (proved === zeroAddress) throw new Refusal('withdrawal_address_zero')
  return proved
}

/** Asked of the chain before the transaction begins: whether there is code at the address. */
export async function hasCode(
  chain: Chain | undefined,
  typed: string | undefined,
): Promise<boolean> {
  if (!chain || typed === undefined || !isAddress(typed, { strict: false })) return false
  try {
    const code = await chain.rpc.getCode({ address: getAddress(typed) })
    return code !== undefined && code !== '0x'
  } catch {
    throw new Refusal('chain_unavailable')
  }
}

export async function findDestination(
  tx: Tx,
  request: {
    memberId: number
    typed: string | undefined
    isContract: boolean
    chain: Chain | undefined
  },
): Promise<Destination> {
  const { memberId, typed, isContract, chain } = request
  const address = readAddress(typed)
  if (isContract || isOfTheHouse(chain, address)) throw new Refusal('withdrawal_address_contract')
  const recipientId = await memberOfAddress(tx, address)
  if (recipientId === memberId) throw new Refusal('withdrawal_address_own')
  return { address, recipientId }
}

/** What left for our own wallet or a token would leave the books and never arrive anywhere. */
function isOfTheHouse(chain: Chain | undefined, address: string): boolean {
  if (!chain) return false
  const tokens = Object.values(chain.coins).flatMap((coin) =>
    coin.kind === 'token' ? [coin.address] : [],
  )
  const own = (['hot', 'treasury', 'minter'] as const).map((name) => chain.keys.address(name))
  return [...own, ...tokens].some((each) => getAddress(each) === address)
}
