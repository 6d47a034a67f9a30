// @vitest-environment jsdom
import { logInOperator, readOperator } from '@btbc/contract/operator/access.ts'
import { readHouseArticle } from '@btbc/contract/operator/article.ts'
import { readCase } from '@btbc/contract/operator/case.ts'
import type { Role } from '@btbc/contract/operator/rights.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { articleOf, caseOf } from '#testing/answers.ts'
import { answerWith, AT, operatorOf, refused } from '#testing/console.tsx'
import { goToAddress, startWholeConsole } from '#testing/whole-console.ts'

startWholeConsole()

const article = articleOf({})
const applicant = { title: 'Nora', member: 'Nora', member_id: 100_007, opened_at: AT }
const open = caseOf(7, applicant)

/** The whole console at this address: Rita is at it, until her session ends and somebody is there again. */
async function sitDown(address: string, role: Role) {
  const rita = operatorOf(role)[readOperator.path]
  let me = rita
  let isOver = false
  answerWith({
    [readOperator.path]: () => (isOver ? refused('login_required', 'You need login', 999) : me),
    [readHouseArticle.path]: article,
    [readCase.path]: open,
    [logInOperator.path]: () => {
      isOver = false
      return { token: 'another secret' }
    },
  })
  await goToAddress(address)
  const { queryClient } = await import('#api/query.ts')
  await logIn()
  const end = async () => {
    isOver = true
    await queryClient.invalidateQueries({ queryKey: [readOperator.path] })
  }
  return {
    endAndReturn: async () => {
      await end()
      await logIn()
    },
    endAndLeaveToOtto: async () => {
      await end()
      me = rita && { ...rita, id: 2, name: 'Otto' }
      await logIn()
    },
  }
}

async function logIn() {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Mail address')
  heading = screen.getByRole('heading', { level: 1 }).textContent
  type('Mail address', 'rita@example.test')
  type('Password', 'a long password')
  type('Code of your authenticator', '123456')
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

/** What the login said it is. */
let heading: string | null

const formOf = async (name: string) => within(await screen.findByRole('form', { name }))
const write = (field: HTMLTextAreaElement, value: string) =>
  fireEvent.change(field, { target: { value } })

test('what is typed when a session ends is there again, where it was, for whoever typed it and nobody else', async () => {
  const typed = 'We rest on Sunday, and from ten on.'
  const body = async () =>
    (await formOf('English')).getByLabelText<HTMLTextAreaElement>('Text, in Markdown')
  const { endAndReturn, endAndLeaveToOtto } = await sitDown('/console/content?id=7', 'content')
  write(await body(), typed)
  expect(heading).toBe('Log in to the console')
  await endAndReturn()
  expect(heading).toBe('Your session has ended')
  expect((await body()).value).toBe(typed)
  const english = await formOf('English')
  expect(english.getByText('This was typed here before, and is not saved yet.')).toBeTruthy()
  expect(location.pathname + location.search).toBe('/console/content?id=7')

  await endAndLeaveToOtto()
  expect((await body()).value).toBe('We rest.')
})

test('what was chosen and written about a case outlives the session as well, and waits for nobody else', async () => {
  const typed = 'The picture shows somebody else.'
  const rejects = async () =>
    (await formOf('Decision')).getByRole<HTMLInputElement>('radio', { name: /^Reject/ })
  const reason = async () =>
    (await formOf('Decision')).getByLabelText<HTMLTextAreaElement>(/^Reason, /)
  const { endAndReturn, endAndLeaveToOtto } = await sitDown('/console/identity?id=7', 'support')
  fireEvent.click(await rejects())
  write(await reason(), typed)
  await endAndReturn()
  expect((await reason()).value).toBe(typed)
  expect((await rejects()).checked).toBe(true)

  await endAndLeaveToOtto()
  expect((await reason()).value).toBe('')
  expect((await rejects()).checked).toBe(false)
})
