import { say } from '@btbc/contract/operator/operator-text.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { FindMembers } from '#screens/users/FindMembers.tsx'
import { MemberPanel } from '#screens/users/MemberPanel.tsx'
import { Page } from '#shell/Page.tsx'

export function UsersScreen() {
  const { id } = useSearch({ strict: false })
  const navigate = useNavigate()
  return (
    <Page title={say('shell.users')} lead={say('users.lead')}>
      <div className="grid gap-6 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
        <FindMembers id={id} onOpen={(next) => void navigate({ to: '.', search: { id: next } })} />
        {id !== undefined && <MemberPanel key={id} id={id} />}
      </div>
    </Page>
  )
}
