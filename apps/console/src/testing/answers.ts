import { languages } from '@btbc/contract/wire.ts'

import { AT } from '#testing/console.tsx'

/** What the server answers about one case, one proposal, one article: the rest is up to the test. */

export function caseOf(id: number, part: object) {
  return {
    id,
    queue: 'identity',
    title: `Name ${id}`,
    member: `Name ${id}`,
    member_id: 100_000 + id,
    state: 'waiting',
    opened_at: AT,
    amount: null,
    currency: null,
    proposed: false,
    facts: [],
    pictures: [],
    messages: [],
    more_messages: false,
    answers: [],
    needs_two: false,
    decides: true,
    after_accept: 'They may withdraw.',
    after_reject: 'They are told why.',
    proposal: null,
    history: [],
    ...part,
  }
}

export function proposalOf(id: number) {
  return {
    id,
    kind: 'pool.fund' as const,
    subject: 'pool:lock',
    summary: `No ${id}`,
    reason: 'for the spring',
    state: 'pending' as const,
    made_by: { id: 2, name: 'Otto' },
    made_at: AT,
    expires_at: AT,
    decided_by: null,
    decided_at: null,
    decision_reason: null,
    decides: true,
  }
}

export function articleOf(part: object) {
  const text = { title: 'Pause', summary: '', body: 'We rest.', revision: 1, saved: null }
  return {
    id: 7,
    kind: 'news',
    slug: null,
    sorts: 10,
    thumbnail: '/media/article-books.svg',
    link: null as string | null,
    state: 'shown',
    texts: languages.map((language) => ({ ...text, language })),
    ...part,
  }
}
