import { createPublicKey, sign, verify } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Db } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { openInstallKey } from '#platform/install-key.ts'

/**
 * Where the log of operators ended, hour by hour, signed, in a file beside the database. The database
 * seals each row with the one before; whoever could rewrite all of it cannot rewrite this file as well,
 * or the copies of it that lie elsewhere.
 */

const HEADS = 'operator-log.heads'
const KEY = 'operator-log.key'
const FINDINGS_MAX = 20

const headShape = z.strictObject({
  at: z.iso.datetime(),
  position: z.string().check(z.regex(/^\d+$/)),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  signature: z.base64url(),
})
type Head = z.infer<typeof headShape>

/** Adds a line when the log has grown since the last one. */
export async function exportHead(db: Db, folder: string, wallNow: Date): Promise<void> {
  const end = await db
    .selectFrom('operator_audit_head')
    .select(['position', 'hash'])
    .executeTakeFirstOrThrow()
  const position = end.position.toString()
  if (position === '0' || linesOf(folder).at(-1)?.includes(`"position":"${position}"`)) return
  const head = { at: wallNow.toISOString(), position, hash: end.hash.toString('hex') }
  const signature = sign(null, signed(head), openInstallKey(folder, KEY)).toString('base64url')
  const line = `${JSON.stringify({ ...head, signature })}\n`
  appendFileSync(path.join(folder, HEADS), line, { mode: 0o600, flush: true })
}

/** Compares every line with the key of the install and with the row that it is about. */
export async function checkHeads(
  db: Db,
  folder: string,
): Promise<{ heads: number; findings: string[] }> {
  const lines = linesOf(folder)
  if (lines.length === 0) return { heads: 0, findings: [] }
  const findings: string[] = []
  if (!existsSync(path.join(folder, KEY))) return { heads: 0, findings: [`${KEY} is missing`] }
  const key = createPublicKey(openInstallKey(folder, KEY))
  const heads = lines.map((line, at) => {
    const head = readHead(line)
    if (head && verify(null, signed(head), key, Buffer.from(head.signature, 'base64url'))) {
      return head
    }
    findings.push(`line ${at + 1} of ${HEADS} is not one that was signed here`)
    return undefined
  })
  for (const head of heads) {
    if (head === undefined || findings.length >= FINDINGS_MAX) continue
    const row = await db
      .selectFrom('operator_audit')
      .select('hash')
      .where('position', '=', BigInt(head.position))
      .executeTakeFirst()
    if (row?.hash.toString('hex') !== head.hash) {
      findings.push(`row ${head.position} is not what was signed at ${head.at}`)
    }
  }
  return { heads: lines.length, findings }
}

function linesOf(folder: string): string[] {
  const file = path.join(folder, HEADS)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

function readHead(line: string): Head | undefined {
  try {
    return headShape.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

function signed({ at, position, hash }: Omit<Head, 'signature'>): Buffer {
  return Buffer.from(`btbc operator log\n${at}\n${position}\n${hash}\n`)
}
