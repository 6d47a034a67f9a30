import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import path from 'node:path'

import { type Address, HDKey, hdKeyToAccount, type HDAccount } from 'viem/accounts'

/**
 * All keys of an install come from one seed that is drawn at the first start and never leaves the
 * machine. It is no phrase: a phrase can be a known one.
 */

const SEED_BYTES = 32
/** Deposit addresses are members' own; the others hold what the books call custody or pay for gas. */
const roles = { hot: 0, treasury: 1, minter: 2 } as const

export type KeyName = keyof typeof roles | `deposit:${number}`
export type Keys = { account(name: KeyName): HDAccount; address(name: KeyName): Address }

export function openKeys(seed: Uint8Array): Keys {
  const master = HDKey.fromMasterSeed(seed)
  const known = new Map<KeyName, HDAccount>()
  const account = (name: KeyName): HDAccount => {
    const found = known.get(name)
    if (found) return found
    const made = hdKeyToAccount(master, placeOf(name))
    known.set(name, made)
    return made
  }
  return { account, address: (name) => account(name).address }
}

function placeOf(name: KeyName): { accountIndex: number; addressIndex: number } {
  if (name in roles) return { accountIndex: 1, addressIndex: roles[name as keyof typeof roles] }
  const index = Number(name.slice('deposit:'.length))
  if (!Number.isSafeInteger(index) || index < 0) throw new Error(`no key is called ${name}`)
  return { accountIndex: 0, addressIndex: index }
}

export function drawSeed(): Uint8Array {
  return randomBytes(SEED_BYTES)
}

/** The seed of this install: of `CHAIN_SEED`, else of the data directory, drawn when there is none. */
export function readSeed(directory: string, configured: string | undefined): Uint8Array {
  if (configured !== undefined) return Buffer.from(configured, 'hex')
  const file = path.join(directory, 'chain.seed')
  if (!existsSync(file)) {
    mkdirSync(directory, { recursive: true })
    writeFileSync(file, Buffer.from(drawSeed()).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
