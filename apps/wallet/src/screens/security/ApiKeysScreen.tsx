import { type createApiKey, listApiKeys, revokeApiKey } from '@btbc/contract/api-key.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useEffect, useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useErrorText, useSend } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { KeyLog } from '#screens/security/KeyLog.tsx'
import { NewKeyForm } from '#screens/security/NewKeyForm.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

type Key = Answer<typeof listApiKeys>[number]
type NewKey = Answer<typeof createApiKey>

/** Keys for the member's own programs: made here, shown once, revoked at once. */
export function ApiKeysScreen() {
  const t = useText()
  const keys = useCall(listApiKeys)
  const [made, setMade] = useState<NewKey>()
  const revoking = useReview<Key>()
  return (
    <Page title={t('security.apiKeys')}>
      <p className="text-mut">{t('settings.keysHint')}</p>
      {made && <Made key={made.key} made={made} />}
      <Loaded query={keys} skeleton={<Skeleton className="h-22" />}>
        {(list) =>
          list.length === 0 ? (
            <Empty card>{t('security.noKeys')}</Empty>
          ) : (
            <ul className="grid gap-3">
              {list.map((each) => (
                <KeyCard key={each.id} of={each} onRevoke={() => revoking.ask(each)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Section title={t('security.newKey')}>
        <NewKeyForm onMade={setMade} />
      </Section>
      <KeyLog />
      {revoking.asked && (
        <RevokeKey key={revoking.opening} of={revoking.asked} {...revoking.sheet} />
      )}
    </Page>
  )
}

/** Shown this once, so the screen goes where it is. */
function Made({ made }: { made: NewKey }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label={t('settings.keyOnce')}
      className="card grid grid-cols-1 gap-3 p-4"
    >
      <p className="font-semibold">{t('settings.keyOnce')}</p>
      <CopyRow label={t('settings.keyName')} value={made.key} />
      <CopyRow label={t('settings.keySecret')} value={made.secret} />
    </div>
  )
}

function KeyCard({ of, onRevoke }: { of: Key; onRevoke: () => void }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { last_used_at: lastUsedAt } = of
  const scope = of.scopes.includes('trade') ? t('settings.keyTrades') : t('settings.keyReads')
  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <span className="min-w-0 font-semibold break-words">{of.label}</span>
      <KeyValue
        items={[
          { label: t('settings.keyName'), value: `${of.key.slice(0, 8)}…` },
          { label: t('settings.keyScope'), value: scope },
          {
            label: t('security.keyFrom'),
            value: of.addresses.length === 0 ? t('security.anywhere') : of.addresses.join(', '),
          },
          ...(of.withdraw_to.length === 0
            ? []
            : [{ label: t('security.keyWithdraws'), value: of.withdraw_to.map(short).join(', ') }]),
          { label: t('settings.keyUses'), value: String(of.uses) },
          {
            label: t('settings.lastSeen'),
            value: lastUsedAt === null ? '—' : dateTime(lastUsedAt),
          },
        ]}
      />
      <Button
        variant="ghost"
        size="medium"
        aria-label={t('settings.keyRevokeOf', { label: of.label })}
        onClick={onRevoke}
      >
        {t('settings.keyRevoke')}
      </Button>
    </li>
  )
}

/** 0x7099…79C8 */
function short(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

type RevokeKeyProps = { of: Key; open: boolean; onOpenChange: (open: boolean) => void }

function RevokeKey({ of, open, onOpenChange }: RevokeKeyProps) {
  const t = useText()
  const errorText = useErrorText()
  const revoke = useSend(revokeApiKey, { quiet: true })
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('settings.keyRevoke')}
      action={t('settings.keyRevoke')}
      danger
      busy={revoke.isPending}
      error={revoke.error ? errorText(revoke.error) : undefined}
      onConfirm={() =>
        revoke.mutate(
          { request: { id: of.id } },
          {
            onSuccess: () => {
              notify(t('settings.keyRevoked'))
              onOpenChange(false)
            },
          },
        )
      }
    >
      <p>{t('settings.keyRevokeBody')}</p>
    </Confirm>
  )
}
