// @vitest-environment jsdom
import { addInvite } from '@btbc/contract/account.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { chooseLanguage } from '#i18n/language.ts'
import { shown } from '#testing/shown.tsx'

/** What the network says, one answer for each call. */
let answers: (object | Promise<object>)[]
let sent: unknown[]

beforeEach(() => {
  answers = []
  sent = []
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body))
    return Response.json((await answers.shift()) ?? taken)
  })
})

afterEach(async () => {
  cleanup()
  await act(async () => await chooseLanguage('en'))
  vi.unstubAllGlobals()
})

const taken = { type: 'ok', message: { invite_reward: true } }
const refusal = (code: string, message: string) => ({ type: 'error', code, message, details: {} })

function Invite() {
  const form = useForm({
    fields: { password: '' },
    draft: { key: 'invite-test', fields: { code: '' } },
    refusals: { invite_unknown: 'code' },
  })
  const { mutateAsync } = useSend(addInvite)
  const { code } = form.values
  const add = () =>
    form.submit(code === '' ? { code: 'Missing.' } : {}, async () => {
      await mutateAsync({ request: { extension_code: code } })
      form.renew(form.values, { code: '' })
    })
  return (
    <Form shown={form.shown} onSubmit={add} label="Invite">
      <Field label="Password" {...form.field('password')} />
      <Field label="Code" {...form.field('code')} />
      {form.errors.form && <p>form: {form.errors.form}</p>}
      <button type="submit">{form.busy ? 'Busy' : 'Add'}</button>
    </Form>
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.submit(screen.getByRole('form'))
const noteOf = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent

test('what is wrong stands at its field, takes the focus, and is forgotten as one types', async () => {
  await shown(<Invite />)
  submit()
  await waitFor(() => expect(noteOf('Code')).toContain('Missing.'))
  expect(document.activeElement).toBe(field('Code'))
  expect(sent).toEqual([])
  type('Password', 'x')
  expect(noteOf('Code')).toContain('Missing.')
  type('Code', 'A')
  expect(field('Code').getAttribute('aria-invalid')).toBeNull()
})

test('a refusal stands at its field or at the form, once for two presses', async () => {
  answers = [refusal('invite_unknown', 'Nobody has it.'), refusal('internal', 'Our fault.')]
  await shown(<Invite />)
  type('Code', 'ABCD')
  submit()
  submit()
  await waitFor(() => expect(noteOf('Code')).toContain('Nobody has it.'))
  expect(sent).toHaveLength(1)
  submit()
  await waitFor(() => expect(screen.getByText('form: Our fault.')).toBeTruthy())
  expect(field('Code').getAttribute('aria-invalid')).toBeNull()
  type('Code', 'ABCE')
  expect(screen.queryByText(/Our fault/)).toBeNull()
  submit()
  await waitFor(() => expect(sent).toHaveLength(3))
  await waitFor(() => expect(screen.getByText('Add')).toBeTruthy())
})

test('what was sent goes from its field, and what was typed meanwhile stays', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<object>()
  answers = [answered]
  await shown(<Invite />)
  type('Code', 'ABCD')
  submit()
  await waitFor(() => expect(screen.getByText('Busy')).toBeTruthy())
  type('Code', 'EFGH')
  await act(async () => answer(taken))
  await waitFor(() => expect(screen.getByText('Add')).toBeTruthy())
  expect(field('Code').value).toBe('EFGH')
  submit()
  await waitFor(() => expect(field('Code').value).toBe(''))
  expect(sent).toEqual([{ extension_code: 'ABCD' }, { extension_code: 'EFGH' }])
})

test('a draft survives a reload, a password does not, and words of another language are not kept', async () => {
  await shown(<Invite />)
  type('Code', 'ABCD')
  type('Password', 'secret-42')
  cleanup()
  await shown(<Invite />)
  expect(field('Code').value).toBe('ABCD')
  expect(field('Password').value).toBe('')
  expect(sessionStorage.length).toBe(1)
  expect(sessionStorage.getItem('invite-test')).toBe('{"code":"ABCD"}')
  type('Code', '')
  submit()
  await waitFor(() => expect(noteOf('Code')).toContain('Missing.'))
  await act(async () => await chooseLanguage('jp'))
  expect(field('Code').getAttribute('aria-invalid')).toBeNull()
})
