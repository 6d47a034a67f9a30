import { beginStepUp, type StepUpMethod } from '@btbc/contract/security.ts'
import { currencies, findCurrency } from '@btbc/money/currency.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { send, type Answer } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { ChainAddress } from '#payments/ChainAddress.tsx'
import type { AskedStepUp } from '#security/asked.ts'
import { PasskeyProof } from '#security/PasskeyProof.tsx'
import { actionTexts, methodTexts } from '#security/step-up-texts.ts'
import { TypedProof } from '#security/TypedProof.tsx'

type Begun = Answer<typeof beginStepUp>

/** Confirm it is you: for every risky call the same sheet. */
export function StepUpSheet({ asked, open }: { asked: AskedStepUp; open: boolean }) {
  const t = useText()
  const { begun, failure } = useBegun(asked)
  const [chosen, setChosen] = useState<StepUpMethod>()
  const method = chosen ?? begun?.methods[0]
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) asked.settle(undefined)
      }}
      title={t('security.stepUpTitle')}
    >
      <div className="grid gap-4">
        <p className="text-mut">
          {t('security.stepUpFor', { what: t(actionTexts[asked.action]) })}
        </p>
        <Proved asked={asked} />
        {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
        {begun === undefined && failure === undefined && <Skeleton className="h-80" />}
        {begun && begun.methods.length > 1 && method && (
          <Segmented
            legend={t('security.stepUpBy')}
            options={begun.methods.map((value) => ({ value, label: t(methodTexts[value]) }))}
            value={method}
            onChange={setChosen}
          />
        )}
        {begun && method === 'passkey' && <PasskeyProof begun={begun} onProved={asked.settle} />}
        {begun && method && method !== 'passkey' && (
          <TypedProof key={method} begun={begun} method={method} onProved={asked.settle} />
        )}
        {begun && <WayBack methods={begun.methods} />}
        <TestNote />
      </div>
    </Sheet>
  )
}

/** What to do for who cannot give any of these proofs: a PIN is forgotten, a device lost. */
function WayBack({ methods }: Pick<Begun, 'methods'>) {
  const t = useText()
  if (methods.includes('code') || methods.includes('recovery')) return null
  return (
    <p className="text-small text-mut">
      {t(methods.includes('pin_code') ? 'security.pinForgotten' : 'security.factorLost')}
    </p>
  )
}

/** A withdrawal in figures: whoever proves it sees what leaves and where it goes. */
function Proved({ asked: { action, payload } }: { asked: AskedStepUp }) {
  const t = useText()
  const money = useMoney()
  if (action !== 'withdraw' && action !== 'bank_withdraw') return null
  const coin = findCurrency(Number(payload.currency ?? currencies.USDT.id))
  return (
    <KeyValue
      items={[
        {
          label: t('payments.amount'),
          value: money(payload.number ?? payload.amount ?? '', coin?.code ?? ''),
        },
        {
          label: t('withdrawal.to'),
          value: payload.address ? <ChainAddress address={payload.address} /> : payload.bank_no,
        },
      ]}
    />
  )
}

/** Begins the step-up once, however often the component is rendered. */
function useBegun({ id, action, payload }: AskedStepUp): { begun?: Begun; failure?: string } {
  const errorText = useErrorText()
  const { data, error } = useQuery({
    queryKey: [beginStepUp.path, id],
    queryFn: ({ signal }) => send(beginStepUp, { action, payload: { ...payload } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (data) return { begun: data }
  return error === null ? {} : { failure: errorText(error) }
}
