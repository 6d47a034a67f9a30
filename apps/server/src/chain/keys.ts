import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { writeWhole } from '@btbc/database/durable-file.ts'
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

export type SeedPlace = {
  directory: string
  configured: string | undefined
  /** No books are bound to a seed yet. */
  isFirst: boolean
}

/** The seed of this install: of `CHAIN_SEED`, else of the data directory, drawn at the first start. */
export function readSeed({ directory, configured, isFirst }: SeedPlace): Uint8Array {
  if (configured !== undefined) return Buffer.from(configured, 'hex')
  const file = path.join(directory, 'chain.seed')
  const wayOut = 'restore chain.seed from a back-up, or set CHAIN_SEED'
  if (!existsSync(file)) {
    if (!isFirst)
      throw new Error(`${file} is not there, and these books are bound to it: ${wayOut}`)
    mkdirSync(directory, { recursive: true })
    writeWhole(file, Buffer.from(drawSeed()).toString('hex'), { mode: 0o600 })
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(
      `${file} is no whole seed: it is to have 64 hexadecimal digits and has ${text.length} characters. Nothing was touched: ${wayOut}`,
    )
  }
  return Buffer.from(text, 'hex')
}
