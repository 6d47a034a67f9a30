import { findMembers } from '@btbc/contract/operator/member.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { useShortcuts } from '#desk/shortcuts.ts'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'

type Found = Answer<typeof findMembers>

type FindMembersProps = { id: number | undefined; onOpen: (id: number) => void }

const ways = {
  number: say('users.byNumber'),
  account: say('users.byAccount'),
  mail: say('users.byMail'),
  phone: say('users.byPhone'),
  named_phone: say('users.byNamedPhone'),
  code: say('users.byCode'),
  name: say('users.byName'),
  wallet: say('users.byWallet'),
  transaction: say('users.byTransaction'),
  order: say('users.byOrder'),
  deal: say('users.byDeal'),
  network: say('users.byNetwork'),
} as const

/** Asked once for each press of the button, as each is written into the audit log. J and K go on. */
export function FindMembers({ id, onOpen }: FindMembersProps) {
  const form = useForm({ query: '' })
  const [found, setFound] = useState<Found>()
  const { mutateAsync } = useAct(findMembers)
  const query = form.values.query.trim()
  const step = (by: 1 | -1) => {
    const at = found?.findIndex((each) => each.id === id) ?? -1
    const next = at === -1 ? found?.at(by === 1 ? 0 : -1) : found?.[at + by]
    if (next) onOpen(next.id)
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })
  const wrong = query === '' ? { query: say('users.findWhat') } : {}
  return (
    <div className="grid content-start gap-3">
      <Form
        shown={form.shown}
        label={say('users.search')}
        onSubmit={() => form.submit(wrong, async () => setFound(await mutateAsync({ query })))}
      >
        <Field
          label={say('users.find')}
          hint={say('users.findHint')}
          maxLength={254}
          autoComplete="off"
          {...form.field('query')}
        />
        {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
        <Button type="submit" size="medium" busy={form.busy}>
          {say('shell.find')}
        </Button>
      </Form>
      <div role="status" className="grid gap-2">
        {found?.length === 0 && <p>{say('users.nobody')}</p>}
        {found?.map((member) => (
          <button
            key={member.id}
            type="button"
            onClick={() => onOpen(member.id)}
            aria-current={member.id === id || undefined}
            className="card press grid p-3 text-left"
          >
            <span className="font-semibold wrap-anywhere text-ac">{member.name}</span>
            <span className="num text-small text-mut">
              {say('users.found', {
                id: member.id,
                account: member.account_number,
                at: dateTime(member.joined_at),
              })}
            </span>
            <span className="text-small text-mut">{ways[member.by]}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
