// @vitest-environment jsdom
import {
  arrangeArticle,
  readHouseArticle,
  saveArticleDraft,
} from '@btbc/contract/operator/article.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { ArticleEditor } from '#screens/content/ArticleEditor.tsx'
import { articleOf } from '#testing/answers.ts'
import { answerWith, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const banner = articleOf({ kind: 'banner', thumbnail: '/media/banner-share.svg', link: '/shop' })
const news = { ...banner, kind: 'news', link: null }

/** Answers when it is let to. */
function held<Message>(message: Message) {
  const { promise, resolve } = Promise.withResolvers<Message>()
  return { answer: () => promise, let: () => resolve(message) }
}

test('what is typed while a draft is being saved is not called saved', async () => {
  const saving = held({ revision: 2 })
  answerWith({
    ...operatorOf('content'),
    [readHouseArticle.path]: news,
    [saveArticleDraft.path]: saving.answer,
  })
  shown(<ArticleEditor id={7} />)
  const form = within(await screen.findByRole('form', { name: 'English' }))
  const write = (value: string) =>
    fireEvent.change(form.getByLabelText('Text, in Markdown'), { target: { value } })
  write('We rest on Sunday.')
  fireEvent.click(form.getByRole('button', { name: 'Save the draft: English' }))
  write('We rest on Sunday. From ten on.')
  saving.let()
  const save = form.getByRole('button', { name: /^Save the draft/ })
  await vi.waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull(), 60_000)
  const publishing = screen.getByRole('button', { name: 'Publish' }).closest('form')
  const choice = within(publishing ?? document.body)
  expect(choice.getByLabelText('English: not saved')).toBeTruthy()
  fireEvent.change(choice.getByLabelText('Reason, for the audit log'), {
    target: { value: 'agreed at the meeting' },
  })
  fireEvent.submit(publishing ?? document.body)
  await choice.findByText('Save what was typed first.')
})

test('only what was changed of the place of an article is sent, and what others changed follows', async () => {
  let article = banner
  const posted = answerWith({
    ...operatorOf('content'),
    [readHouseArticle.path]: () => article,
    [arrangeArticle.path]: {},
  })
  shown(<ArticleEditor id={7} />)
  const order = await screen.findByLabelText('Order')
  // Somebody else leads it elsewhere meanwhile.
  article = { ...banner, link: '/earn' }
  fireEvent.change(order, { target: { value: '12' } })
  const put = () => fireEvent.submit(order.closest('form') ?? document.body)
  put()
  await vi.waitFor(() => expect(posted).toHaveLength(1), 60_000)
  expect(posted[0]?.request).toEqual({ id: 7, sorts: 12 })
  const link = screen.getByLabelText<HTMLInputElement>('Leads to')
  await vi.waitFor(() => expect(link.value).toBe('/earn'), 60_000)
})

test('whoever changed nothing of it is told so', async () => {
  const posted = answerWith({ ...operatorOf('content'), [readHouseArticle.path]: banner })
  shown(<ArticleEditor id={7} />)
  const order = await screen.findByLabelText('Order')
  fireEvent.submit(order.closest('form') ?? document.body)
  await screen.findByText('Nothing would change.')
  expect(posted).toEqual([])
})
