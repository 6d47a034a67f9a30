import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { readers } from '#operator/rights.ts'
import { Person } from '#operator/words.ts'
import { Id, list, optional, paging, text, Timestamp } from '#wire.ts'

/** The log of everything operators did. Each row seals the one before it. */

export const readAuditLog = operatorEndpoint({
  path: '/audit',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'The audit log, newest first, by operator or subject',
  request: { ...paging, operator_id: optional(Id), subject: optional(text(100)) },
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

export const verifyAuditLog = operatorEndpoint({
  path: '/audit/check',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Recomputes the whole chain of the log and says what is wrong with it',
  request: {},
  response: z.object({
    rows: z.int(),
    head: z.nullable(z.string()),
    findings: z.array(z.string()),
  }),
  refusals: [],
})

export const auditCalls = { readAuditLog, verifyAuditLog }
