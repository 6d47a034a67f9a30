// @vitest-environment jsdom
import { readOperator } from '@btbc/contract/operator/access.ts'
import { isAllowed, roles } from '@btbc/contract/operator/rights.ts'
import { proposeAirdrop } from '@btbc/contract/operator/airdrop.ts'
import { addArticle } from '@btbc/contract/operator/article.ts'
import { proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { proposeOperator } from '@btbc/contract/operator/hiring.ts'
import { proposeEndingPacket, proposePacket } from '@btbc/contract/operator/packet.ts'
import { addPicture } from '@btbc/contract/operator/picture.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { reconcileNow } from '@btbc/contract/operator/reconciliation.ts'
import { proposeContact } from '@btbc/contract/operator/support.ts'
import { act as actIn, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#api/query.ts'
import { LoggedPicture } from '#desk/LoggedPicture.tsx'
import type { Act } from '#desk/operator.ts'
import { AirdropForm } from '#screens/airdrops/AirdropForm.tsx'
import { CampaignForm } from '#screens/campaigns/CampaignForm.tsx'
import { ContactForm } from '#screens/contacts/ContactForm.tsx'
import { NewArticle } from '#screens/content/NewArticle.tsx'
import { Pictures } from '#screens/content/Pictures.tsx'
import { InviteForm } from '#screens/operators/InviteForm.tsx'
import { Reconciliation } from '#screens/overview/Reconciliation.tsx'
import { EndForm } from '#screens/packets/EndForm.tsx'
import { PacketForm } from '#screens/packets/PacketForm.tsx'
import type { Packet } from '#screens/packets/PacketsScreen.tsx'
import { FundForm } from '#screens/pools/FundForm.tsx'
import { answerWith, operatorOf, putAway, shown } from '#testing/console.tsx'

afterEach(putAway)

const HELD = /Your role may not do this/
const nothing = () => undefined
const overview = { alerts: [], stops: [], more_members: 0, may_propose: false, arrivals: [] }
const compared = <Reconciliation overview={{ ...overview, checks: [], chain: null }} />
const looked = { roles: ['support', 'auditor'] as const }
const picture = <LoggedPicture label="Front" act={looked} onView={() => Promise.reject()} />

const forms: readonly (readonly [act: Act, button: string, form: ReactNode])[] = [
  [proposeCampaign, 'Propose', <CampaignForm key="campaign" />],
  [proposePacket, 'Propose', <PacketForm key="packet" />],
  [
    proposeEndingPacket,
    'Propose to end it',
    <EndForm key="end" packet={{ id: 1 } as Packet} onDone={nothing} />,
  ],
  [proposeAirdrop, 'Count', <AirdropForm key="airdrop" />],
  [proposeFunding, 'Propose', <FundForm key="fund" pools={[]} />],
  [proposeOperator, 'Propose', <InviteForm key="invite" />],
  [proposeContact, 'Propose it as a whole', <ContactForm key="contact" contact={undefined} />],
  [addArticle, 'Begin a draft', <NewArticle key="article" />],
  [addPicture, 'Add this picture', <Pictures key="pictures" />],
  [reconcileNow, 'Compare now', compared],
  [takeSnapshotNow, 'Publish a proof now', compared],
  [looked, 'View: Front', picture],
]

const cases = forms.flatMap(([act, button, form]) =>
  roles.map((role) => [role, button, act, form] as const),
)

test.each(cases)(
  '%s: “%s” is held unless its call names the role',
  async (role, name, act, form) => {
    const posted = answerWith(operatorOf(role))
    shown(form)
    const button = () => screen.getByRole('button', { name })
    const isHeld = () => button().getAttribute('aria-disabled') === 'true'
    // Until it is known who is here nothing is held, and the server judges.
    const me = () => queryClient.getQueryData([readOperator.path, {}])
    await vi.waitFor(() => expect(me()).toBeTruthy(), 60_000)
    await actIn(async () => undefined)
    if (isAllowed([role], act.roles)) {
      expect(isHeld()).toBe(false)
      return
    }
    await vi.waitFor(() => expect(isHeld()).toBe(true), 60_000)
    const why = document.getElementById(button().getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toMatch(HELD)
    expect(why?.textContent).toContain(act.roles[0])
    fireEvent.click(button())
    const whole = button().closest('form')
    if (whole) fireEvent.submit(whole)
    expect(posted).toEqual([])
    expect(document.querySelector('[aria-invalid]')).toBeNull()
  },
)
