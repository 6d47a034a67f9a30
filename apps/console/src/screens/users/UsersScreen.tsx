import { findMembers } from '@btbc/contract/operator/member.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { errorText } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { dateTime } from '#format.ts'
import { MemberPanel } from '#screens/users/MemberPanel.tsx'
import { Page } from '#shell/Page.tsx'

export function UsersScreen() {
  const { id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const found = useCall(findMembers, { query }, { enabled: query !== '', refetchInterval: false })
  const open = (next: number) => void navigate({ to: '.', search: { id: next } })
  return (
    <Page title={say('shell.users')} lead={say('users.lead')}>
      <div className="grid gap-6 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-3">
          <form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              setQuery(typed.trim())
            }}
          >
            <Field
              label={say('users.find')}
              hint={say('users.findHint')}
              maxLength={254}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" size="medium" busy={found.isFetching}>
              {say('shell.find')}
            </Button>
          </form>
          {found.error && <Banner tone="bad">{errorText(found.error)}</Banner>}
          <div role="status" className="grid gap-2">
            {query !== '' && found.data?.length === 0 && <p>{say('users.nobody')}</p>}
            {(query === '' ? [] : (found.data ?? [])).map((member) => (
              <button
                key={member.id}
                type="button"
                onClick={() => open(member.id)}
                aria-current={member.id === id || undefined}
                className="card press grid p-3 text-left"
              >
                <span className="font-semibold text-ac">{member.name}</span>
                <span className="num text-small text-mut">
                  {say('users.found', {
                    id: member.id,
                    account: member.account_number,
                    at: dateTime(member.joined_at),
                  })}
                </span>
              </button>
            ))}
          </div>
        </div>
        {id !== undefined && <MemberPanel key={id} id={id} />}
      </div>
    </Page>
  )
}
