import { randomBytes } from 'node:crypto'

import type { Db } from '@btbc/database/database.ts'
import type { PushDevice } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { DAY_MS } from '../../durations.ts'
import type { Outgoing, Sender } from '../senders.ts'
import { encryptPush, SALT_BYTES } from './encrypt.ts'
import { openOutward } from './outward.ts'
import { housePushKeys, vapidHeader } from './vapid.ts'

/** Pushes messages to browsers. A browser that has gone is told nothing more. */

const PRIVATE_BYTES = 32
/** How long a push service keeps it for a browser that is not there. */
const KEPT_S = 24 * 60 * 60
/** With the rest a record of 4 kB has room for as many in any script. */
const TEXT_LENGTH_MAX = 500
const GONE: readonly number[] = [404, 410]
const PLACES = 100
/** Push services take a message at once; whoever does not holds nobody up for longer. */
const TRY_MS = 5000
/** Who has taken nothing for a day, and failed so often in a row, has gone, too. */
const FAILURES_MAX = 10
const FAILING_MS_MAX = DAY_MS

type PushParts = {
  db: Db
  secret: () => Promise<Buffer>
  /** Whom a push service would write to about us. */
  contact: string
  /** A push service of this machine, in tests. */
  local: string | undefined
  wallNow: () => Date
}

type Device = Selectable<PushDevice>

export function openPushSender(parts: PushParts): Sender {
  const { db, wallNow } = parts
  const outward = openOutward(parts.local, PLACES)
  return {
    channel: 'push',
    places: PLACES,
    tryMs: TRY_MS,
    async send(message, signal) {
      const device = await db
        .selectFrom('push_device')
        .selectAll()
        .where('id', '=', Number(message.recipient))
        .executeTakeFirst()
      // Its session ended meanwhile.
      if (!device) return
      const post = await postOf(parts, device, message)
      try {
        const status = await outward.post(device.endpoint, post, signal)
        if (GONE.includes(status)) return await drop(db, device)
        if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`)
        await writeTaken(db, device)
      } catch (error) {
        if (!isStopped(signal)) await writeNotTaken(db, device, wallNow())
        throw error
      }
    },
    close: () => outward.close(),
  }
}

/** Encrypted for that browser alone, signed by the house. */
async function postOf({ secret, contact, wallNow }: PushParts, device: Device, message: Outgoing) {
  const own = { privateKey: randomBytes(PRIVATE_BYTES), salt: randomBytes(SALT_BYTES) }
  const body = encryptPush(payloadOf(message), device, own)
  const { origin } = new URL(device.endpoint)
  const keys = housePushKeys(await secret())
  const headers = {
    authorization: vapidHeader(keys, { origin, contact, now: wallNow() }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': body.length,
    ttl: KEPT_S,
    urgency: 'normal',
  }
  return { headers, body }
}

/** Whether we hung up ourselves, and not because it took too long. */
function isStopped({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError')
}

async function drop(db: Db, { id }: Device): Promise<void> {
  await db.deleteFrom('push_device').where('id', '=', id).execute()
}

async function writeTaken(db: Db, { id, failures }: Device): Promise<void> {
  if (failures === 0) return
  await db
    .updateTable('push_device')
    .set({ failures: 0, failing_since: null })
    .where('id', '=', id)
    .execute()
}

async function writeNotTaken(db: Db, device: Device, now: Date): Promise<void> {
  const { id, failures, failing_since: since } = device
  const isLong = since !== null && now.getTime() - since.getTime() >= FAILING_MS_MAX
  if (isLong && failures + 1 >= FAILURES_MAX) return await drop(db, device)
  await db
    .updateTable('push_device')
    .set((row) => ({
      failures: row('failures', '+', 1),
      failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)`,
    }))
    .where('id', '=', id)
    .execute()
}

/** What the service worker shows. The same message twice is one. */
function payloadOf({ name, subject, text, link }: Outgoing): Buffer {
  const body = text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX - 1)}…` : text
  return Buffer.from(JSON.stringify({ title: subject, body, tag: name, link: link ?? '/notice' }))
}
