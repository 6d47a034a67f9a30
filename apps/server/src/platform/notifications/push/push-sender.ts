import { randomBytes } from 'node:crypto'

import type { Db } from '@btbc/database/database.ts'

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

type PushParts = {
  db: Db
  secret: () => Promise<Buffer>
  /** Whom a push service would write to about us. */
  contact: string
  /** A push service of this machine, in tests. */
  local: string | undefined
  wallNow: () => Date
}

export function openPushSender({ db, secret, contact, local, wallNow }: PushParts): Sender {
  const outward = openOutward(local)
  return {
    channel: 'push',
    async send(message, signal) {
      const id = Number(message.recipient)
      const device = await db
        .selectFrom('push_device')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      // Its session ended meanwhile.
      if (!device) return
      const { endpoint } = device
      const { origin } = new URL(endpoint)
      const own = { privateKey: randomBytes(PRIVATE_BYTES), salt: randomBytes(SALT_BYTES) }
      const body = encryptPush(payloadOf(message), device, own)
      const headers = {
        authorization: vapidHeader(housePushKeys(await secret()), {
          origin,
          contact,
          now: wallNow(),
        }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: KEPT_S,
        urgency: 'normal',
      }
      const status = await outward.post(endpoint, { headers, body }, signal)
      if (GONE.includes(status)) {
        await db.deleteFrom('push_device').where('id', '=', id).execute()
      } else if (status < 200 || status > 299) {
        throw new Error(`the push service answered ${status}`)
      }
    },
    close: () => outward.close(),
  }
}

/** What the service worker shows. The same message twice is one. */
function payloadOf({ name, subject, text, link }: Outgoing): Buffer {
  const body = text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX - 1)}…` : text
  return Buffer.from(JSON.stringify({ title: subject, body, tag: name, link: link ?? '/notice' }))
}
