import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { readers } from '#operator/rights.ts'
import { Person } from '#operator/words.ts'
import { Id, list, optional, paging, text, Timestamp } from '#wire.ts'

/** The log of everything operators did. Each row seals the one before it. */

/** What is asked for of it: all that is left out matches. */
const filters = {
  operator_id: optional(Id),
  action: optional(text(100)),
  /** Who it was about, whatever it was done to. Of groups of members their number is the subject. */
  member_id: optional(Id),
  subject: optional(text(100)),
  /** Days in UTC, the last one with all of its hours. */
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
}

export const readAuditLog = operatorEndpoint({
  path: '/audit',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'The audit log, newest first, by operator, action, member, subject and days',
  request: { ...paging, ...filters },
  response: list(
    z.object({
      position: z.int(),
      at: Timestamp,
      operator: Person,
      action: z.string(),
      subject: z.string(),
      reason: z.string(),
      details: z.record(z.string(), z.string()),
      hash: z.string(),
    }),
  ),
  refusals: [],
})

export const readAuditCheck = operatorEndpoint({
  path: '/audit/checked',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'How long the log is, and what the last audit of the house found of it',
  request: {},
  response: z.object({
    rows: z.int(),
    head: z.nullable(z.string()),
    findings: z.array(z.string()),
    /** Null until the first audit has ended. */
    checked_at: z.nullable(Timestamp),
  }),
  refusals: [],
})

export const verifyAuditLog = operatorEndpoint({
  path: '/audit/check',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'Recomputes the whole chain of the log now, however long that takes, and says what is wrong with it',
  request: {},
  response: z.object({
    rows: z.int(),
    head: z.nullable(z.string()),
    findings: z.array(z.string()),
  }),
  refusals: [],
})

export const listAuditChoices = operatorEndpoint({
  path: '/audit/choices',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'The operators and the actions by which the audit log can be asked',
  request: {},
  response: z.object({ operators: z.array(Person), actions: z.array(z.string()) }),
  refusals: [],
})

export const exportAuditLog = operatorEndpoint({
  path: '/audit/export',
  method: 'POST',
  access: 'operator',
  roles: readers,
  changes: true,
  summary:
    'What the filters find as one CSV file, its last row the head of the chain. Written into the audit log',
  isFile: true,
  request: filters,
  response: z.unknown(),
  refusals: [],
})

export const auditCalls = {
  readAuditLog,
  readAuditCheck,
  verifyAuditLog,
  listAuditChoices,
  exportAuditLog,
}
