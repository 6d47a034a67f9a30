import type { Db } from '@btbc/database/database.ts'
import type { Address } from 'viem'

/** Our addresses in memory, members' and the house's own: a block is compared with all of them. */
export type KnownAddresses = {
  /** In any spelling. */
  has(address: string): boolean
  memberOf(address: string): number
  /** Whether it is the house's own, on which nobody's deposit is awaited. */
  isHouse(address: string): boolean
  /** Reads those given since. Asked after the head, so no block can pay one that is missing. */
  refresh(): Promise<void>
}

export function createKnownAddresses(db: Db, house: readonly Address[]): KnownAddresses {
  const own = new Set(house.map((address) => address.toLowerCase()))
  const members = new Map<string, number>()
  let through = 0
  return {
    has: (address) => members.has(address.toLowerCase()) || own.has(address.toLowerCase()),
    isHouse: (address) => own.has(address.toLowerCase()),
    memberOf(address) {
      const member = members.get(address.toLowerCase())
      if (member === undefined) throw new Error(`${address} is nobody's address`)
      return member
    },
    async refresh() {
      // A number is given before its transaction commits: a few before the last are read again.
      let after = through - OVERLAP
      for (;;) {
        const rows = await db
          .selectFrom('deposit_address')
          .select(['member_id', 'hd_index', 'address'])
          .where('hd_index', '>', after)
          .orderBy('hd_index')
          .limit(AT_ONCE)
          .execute()
        for (const { member_id: memberId, hd_index: index, address } of rows) {
          after = index
          if (address === null) continue
          members.set(address.toLowerCase(), memberId)
          through = Math.max(through, index)
        }
        if (rows.length < AT_ONCE) return
      }
    },
  }
}

const OVERLAP = 1000
/** All of them once, at the start: so many at a time. */
const AT_ONCE = 5000
