import { randomBytes } from 'node:crypto'

import { DAY_MS } from '#platform/durations.ts'

import type { TestServer } from './server.ts'

const YEAR_MS = 365 * DAY_MS

/** Accepts a member's identity, its pictures long deleted, for a test about something else. */
export async function acceptIdentity(server: TestServer, member: { id: number }): Promise<void> {
  await submitIdentity(server, member)
  const now = server.clock.now()
  await server.db
    .updateTable('identity')
    .set({
      state: 'verified',
      card_id: null,
      decided_at: now,
      decided_by: 1,
      erase_at: new Date(now.getTime() + YEAR_MS),
    })
    .where('member_id', '=', member.id)
    .where('state', '=', 'pending')
    .execute()
}

/** One that waits for an operator. */
export async function submitIdentity(server: TestServer, member: { id: number }): Promise<void> {
  const now = server.clock.now()
  const uploads = [0, 1].map(() => ({
    id: randomBytes(24).toString('base64url'),
    member_id: member.id,
    purpose: 'identity',
    file: randomBytes(16).toString('hex'),
    bytes: 1,
    sent_at: now,
    created_at: now,
    used_at: now,
    deleted_at: now,
  }))
  await server.db.insertInto('upload').values(uploads).execute()
  const [front, reverse] = uploads
  await server.db
    .insertInto('identity')
    .values({
      member_id: member.id,
      state: 'pending',
      name: 'TEST',
      card_id: 'TEST',
      card_end: 'TEST',
      card_hash: randomBytes(32),
      front_pic: front?.id ?? '',
      reverse_pic: reverse?.id ?? '',
      submitted_at: now,
    })
    .execute()
}
