import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Info } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

const SYNC_MS = 10_000

/** Mined and not yet claimed, and what has to happen before it can be. */
export function Unclaimed() {
  const t = useText()
  const { amount } = useFormats()
  const reward = useCall('/machine/has_reward', {}, { refetchInterval: SYNC_MS })
  return (
    <Loaded query={reward} skeleton={<Skeleton className="h-52" />}>
      {({ receive_amount: mined, can_receive: claimable }) => (
        <section aria-labelledby="unclaimed" className="card grid gap-3 p-4">
          <div className="grid gap-1">
            <h2 id="unclaimed" className="text-small text-mut">
              {t('wallet.unclaimed')}
            </h2>
            <p className="num text-amount font-semibold">
              {amount(mined, { minDecimals: 8 })}{' '}
              <span className="text-small font-normal text-mut">BTBC</span>
            </p>
            <p className="text-small text-sub">{t('wallet.unclaimedNote')}</p>
          </div>
          <p className="flex justify-between gap-4 border-t border-line pt-3">
            <span className="text-mut">{t('wallet.claimable')}</span>
            <span className="num">{amount(claimable, { minDecimals: 2 })} BTBC</span>
          </p>
          {/^0+(\.0+)?$/.test(claimable) && (
            <p className="flex gap-2 text-small text-mut">
              <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
              <span>
                {t('wallet.notYet')}. {t('wallet.notYetMore')}
              </span>
            </p>
          )}
        </section>
      )}
    </Loaded>
  )
}
