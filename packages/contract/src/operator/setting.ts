import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { proposalRoles, readers } from '#operator/rights.ts'
import { Person, Reason, TypedFigures } from '#operator/words.ts'
import { Id, int, optional, text, Timestamp } from '#wire.ts'

/** What the house asks, gives and allows: what it is, is going to be and was, and how it is changed by two. */

const NAME_MAX = 60

const Name = text(NAME_MAX)

/** Two of them, and why. */
const Agreed = z.object({ proposed_by: Person, accepted_by: Person, reason: z.string() })

/** A text for each field, as a person writes it: `1.5`. */
const Figures = z.record(z.string(), z.string())

export const listSettings = operatorEndpoint({
  path: '/settings',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary: 'Every setting with its value now, what it may be, and what it is going to be',
  request: {},
  response: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** What goes on under the value it began with. */
      keeps: z.string(),
      fields: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          unit: z.string(),
          /** As far as one change may take it from what it is now. */
          least: z.string(),
          most: z.string(),
          /** As far as it may be of something new. */
          lowest: z.string(),
          highest: z.string(),
          /** What it may be, when it is no figure. */
          choices: z.array(z.string()),
        }),
      ),
      value: Figures,
      since: Timestamp,
      coming: z.array(z.object({ id: z.int(), value: Figures, from: Timestamp })),
    }),
  ),
  refusals: [],
})

export const listSettingHistory = operatorEndpoint({
  path: '/setting/history',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'What a setting was, and what was to come and was withdrawn, the newest first: those before one of them',
  request: { name: Name, before: optional(Id), limit: optional(int(1, 100)) },
  response: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        value: Figures,
        from: Timestamp,
        /** Null of the value it had at first. */
        agreed: z.nullable(Agreed),
        /** Of a change that never began. */
        withdrawn: z.nullable(Agreed),
      }),
    ),
    /** The next page is what comes before this one; null on the last page. */
    next: z.nullable(z.int()),
  }),
  refusals: ['setting_unknown'],
})

export const proposeSetting = operatorEndpoint({
  path: '/setting',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['setting.change'],
  changes: true,
  summary: 'Propose another value of a setting from a moment on, or from its acceptance',
  request: {
    name: Name,
    value: TypedFigures,
    /** Without it as soon as it is accepted. */
    effective_at: optional(Timestamp),
    reason: Reason,
  },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'pool_source_short',
    'proposal_pending',
    'setting_bounds',
    'setting_odd',
    'setting_past',
    'setting_taken',
    'setting_unchanged',
    'setting_unknown',
  ],
})

export const withdrawSetting = operatorEndpoint({
  path: '/setting/withdraw',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['setting.withdraw'],
  changes: true,
  summary: 'Propose that a change that two agreed on does not begin',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'proposal_pending',
    'setting_built_on',
    'setting_not_coming',
    'setting_unknown',
  ],
})

export const settingCalls = { listSettings, listSettingHistory, proposeSetting, withdrawSetting }
