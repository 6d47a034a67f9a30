import { buttonClass } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'

import { Loaded } from '#api/Loaded.tsx'
import { useText } from '#i18n/text.ts'
import { AnotherNode } from '#screens/proof/AnotherNode.tsx'
import { Held, Written } from '#screens/proof/ChainFound.tsx'
import { readOnChain } from '#screens/proof/on-chain.ts'
import type { Checked } from '#screens/proof/verifier.ts'
import { Section } from '#shell/Section.tsx'

/** While the newest one is being written. */
const AGAIN_MS = 5_000

/** What custody's addresses hold and which proofs were written, asked of the chain and not of the books. */
export function OnChain({ checked: { attestation, all } }: { checked: Checked }) {
  const t = useText()
  const query = useQuery({
    queryKey: ['custody on chain', attestation.number],
    queryFn: () => readOnChain(all),
    refetchInterval: ({ state }) => (state.data?.log?.isWritten === false ? AGAIN_MS : false),
    retry: false,
  })
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-dvh" />}>
      {(found) =>
        (found.custody || found.log) && (
          <Section title={t('proof.chain')}>
            <div className="card grid gap-3 p-4">
              {found.custody && <Held found={found.custody} />}
              {found.log && <Written found={found.log} contract={attestation.log?.address ?? ''} />}
              <p className="text-small text-sub">{t('proof.chainNode')}</p>
              <CopyRow
                label={t('proof.chainCommand')}
                value={`node verify.mjs ${globalThis.location.origin} --rpc https://…`}
              />
              <a href="/verify-chain.mjs" download className={buttonClass({ variant: 'ghost' })}>
                {t('proof.chainDownload')}
              </a>
              {attestation.custody?.addresses && (
                <AnotherNode key={attestation.number} all={all} house={found.told} />
              )}
            </div>
          </Section>
        )
      }
    </Loaded>
  )
}
