// @vitest-environment jsdom
import { listHouseArticles } from '@btbc/contract/operator/article.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { ContentScreen } from '#screens/content/ContentScreen.tsx'
import { answerWith, openScreen, operatorOf, putAway } from '#testing/console.tsx'
import { sortedBy } from '#testing/table.ts'

afterEach(putAway)

type Seen = { live_at?: string; coming_at?: string }

function article(id: number, title: string, seen: Seen) {
  const english = { language: 'en', live_at: null, coming_at: null, draft: false, behind: false }
  return { id, slug: null, title, state: 'shown', languages: [{ ...english, ...seen }] }
}

const list = [
  article(4, 'Written', {}),
  article(3, 'April', { coming_at: '2026-04-10T12:00:00.000Z' }),
  article(2, 'March', { live_at: '2026-03-02T12:00:00.000Z' }),
  article(1, 'February', { live_at: '2026-02-20T12:00:00.000Z' }),
]

test('articles sort by when members see them, and not by the words for it', async () => {
  answerWith({ ...operatorOf('content'), [listHouseArticles.path]: { list, next: null } })
  openScreen(ContentScreen)
  await screen.findByRole('table', { name: 'Notices' })
  const titles = { of: 'Notices', read: 'Title' }
  expect(sortedBy('Seen by members', titles)).toEqual(['Written', 'February', 'March', 'April'])
})
