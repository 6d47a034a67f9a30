// @vitest-environment jsdom
import { logInOperator, readOperator } from '@btbc/contract/operator/access.ts'
import { readHouseArticle } from '@btbc/contract/operator/article.ts'
import { languages } from '@btbc/contract/wire.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerWith, operatorOf, refused } from '#testing/console.tsx'

// No browser is without it.
Element.prototype.scrollIntoView = () => undefined
afterEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const text = { title: 'Pause', summary: '', body: 'We rest.', revision: 1, saved: null }
const article = {
  id: 7,
  kind: 'news',
  slug: null,
  sorts: 10,
  thumbnail: '/media/article-books.svg',
  link: null,
  state: 'shown',
  texts: languages.map((language) => ({ ...text, language })),
}
const typed = 'We rest on Sunday, and from ten on.'

/** The whole console, of whoever logs in as this now. */
async function start(me: () => unknown) {
  vi.stubGlobal('scrollTo', () => undefined)
  document.body.innerHTML = '<div id="app"></div>'
  history.replaceState({}, '', '/console/content?id=7')
  let isOver = false
  answerWith({
    [readOperator.path]: () => (isOver ? refused('login_required', 'You need login', 999) : me()),
    [readHouseArticle.path]: () => article,
    [logInOperator.path]: () => {
      isOver = false
      return { token: 'another secret' }
    },
  })
  await import('#main.tsx')
  const { queryClient } = await import('#api/query.ts')
  await logIn()
  return async () => {
    isOver = true
    await queryClient.invalidateQueries({ queryKey: [readOperator.path] })
  }
}

async function logIn() {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Mail address')
  type('Mail address', 'rita@example.test')
  type('Password', 'a long password')
  type('Code of your authenticator', '123456')
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

const english = async () => within(await screen.findByRole('form', { name: 'English' }))
const body = async () => (await english()).getByLabelText<HTMLTextAreaElement>('Text, in Markdown')

test('what is typed when a session ends is there again, where it was, for whoever typed it and nobody else', async () => {
  let me = operatorOf('content')[readOperator.path]
  const end = await start(() => me)
  fireEvent.change(await body(), { target: { value: typed } })
  await end()
  await logIn()
  expect((await body()).value).toBe(typed)
  expect(
    (await english()).getByText('This was typed here before, and is not saved yet.'),
  ).toBeTruthy()
  expect(location.pathname + location.search).toBe('/console/content?id=7')

  await end()
  me = me && { ...me, id: 2, name: 'Otto' }
  await logIn()
  expect((await body()).value).toBe('We rest.')
})
