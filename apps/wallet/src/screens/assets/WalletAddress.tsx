import { readCoin } from '@btbc/contract/deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { QrCode } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { stored } from '#storage.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

const SHOWN_CHARACTERS = 20
const USDT = currencies.USDT.id
const STALE_MS = 60_000

/** The member's address; until its network is understood to be a test one, the way there. */
export function WalletAddress() {
  const info = useCall(readCoin, { currency: USDT }, { staleTime: STALE_MS })
  return (
    <Loaded query={info} skeleton={<Skeleton className="h-16" />}>
      {({ address, chain_id: chain }) => <Address address={address} chain={chain} />}
    </Loaded>
  )
}

function Address({ address, chain }: { address: string; chain: number }) {
  const t = useText()
  if (stored('test_network') !== String(chain)) {
    return (
      <div className="card px-4">
        <LinkRow to={paths.recharge()} Icon={QrCode} label={t('recharge.showAddress')} />
      </div>
    )
  }
  return (
    <CopyRow
      label={t('recharge.yourAddress')}
      value={address}
      shown={`${address.slice(0, SHOWN_CHARACTERS)}…`}
      isAddress
    />
  )
}
