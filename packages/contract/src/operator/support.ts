import * as z from 'zod/mini'

import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { Proposal } from '#operator/proposal.ts'
import { everyone, proposalRoles } from '#operator/rights.ts'
import { Reason } from '#operator/words.ts'
import { channels, CONTACT_TEXT_MAX } from '#support-contact.ts'
import { Id, int, LanguageCode, optional, text } from '#wire.ts'

/** Contacts of support. A false one is how members are robbed, so two operators change them. */

const SORTS_MAX = 10_000
const LANGUAGES = 8

const Text = z.object({
  language: LanguageCode,
  name: text(CONTACT_TEXT_MAX),
  hours: text(CONTACT_TEXT_MAX),
})

export const listContacts = operatorEndpoint({
  path: '/contacts',
  method: 'GET',
  access: 'operator',
  roles: everyone,
  changes: false,
  summary: 'Contacts that members see, in their order, with what is missing and what is proposed',
  request: {},
  response: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        sorts: z.int(),
        channel: z.enum(channels),
        number: z.string(),
        url: z.string(),
        /** Members are given to it in turn. */
        is_agent: z.boolean(),
        texts: z.array(Text),
        /** Where members read the English text. */
        missing: z.array(LanguageCode),
      }),
    ),
    proposals: z.array(Proposal),
  }),
  refusals: [],
})

export const proposeContact = operatorEndpoint({
  path: '/contact/propose',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['contact.change'],
  changes: true,
  summary: 'Propose a new contact, or what one becomes; another operator accepts',
  request: {
    /** Without it, a new one. */
    id: optional(Id),
    sorts: int(-SORTS_MAX, SORTS_MAX),
    channel: z.enum(channels),
    /** A name with @, a number with +, or an address: what it opens follows from that. */
    number: text(100),
    is_agent: z.boolean(),
    /** English is one of them. */
    texts: z.array(Text).check(z.minLength(1), z.maxLength(LANGUAGES)),
    reason: Reason,
  },
  response: Proposal,
  refusals: [
    'operator_not_allowed',
    'contact_not_found',
    'contact_taken',
    'proposal_pending',
    'setting_unchanged',
  ],
})

export const proposeContactGone = operatorEndpoint({
  path: '/contact/withdraw',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['contact.withdraw'],
  changes: true,
  summary: 'Propose to take a contact off; its members are given to others',
  request: { id: Id, reason: Reason },
  response: Proposal,
  refusals: ['operator_not_allowed', 'contact_not_found', 'proposal_pending'],
})

export const changeAgent = operatorEndpoint({
  path: '/member/agent',
  method: 'POST',
  access: 'operator',
  roles: proposalRoles['member.freeze'],
  changes: true,
  summary: 'Give a member another contact as their own; the member is told',
  request: { id: Id, contact: Id, reason: Reason },
  response: z.object({}),
  refusals: ['member_not_found', 'contact_not_found'],
})

export const supportCalls = { listContacts, proposeContact, proposeContactGone, changeAgent }
