import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { useId, useRef, useState } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { askAnother, type Compared } from '#screens/proof/another-node.ts'
import { Held, Written } from '#screens/proof/ChainFound.tsx'
import { Check } from '#screens/proof/Check.tsx'
import { NODE_PAGE, NodeFailed, type NodeFault, useNodeFrame } from '#screens/proof/node-frame.ts'
import type { AskNode, Found } from '#screens/proof/on-chain.ts'
import type { Read } from '#screens/proof/verifier.ts'

const SHOWN = 5

const faults = {
  no_address: 'proof.nodeNoAddress',
  http: 'proof.nodeHttp',
  unreachable: 'proof.nodeUnreachable',
  no_cors: 'proof.nodeNoCors',
  slow: 'proof.nodeSlow',
  not_node: 'proof.nodeNone',
  other_chain: 'proof.nodeOtherChain',
  no_block: 'proof.nodeNoBlock',
} as const satisfies Record<NodeFault, string>

type Comparison =
  | { state: 'idle' | 'asking' }
  | { state: 'failed'; fault: NodeFailed }
  | { state: 'found'; node: string; found: Compared }

/** The same questions to a node that the reader trusts, and whether it says what the house's node says. */
export function AnotherNode({ all, house }: { all: readonly Read[]; house: Found['told'] }) {
  const t = useText()
  const { count } = useFormats()
  const titleId = useId()
  const frame = useRef<HTMLIFrameElement>(null)
  const [comparison, setComparison] = useState<Comparison>({ state: 'idle' })
  const { custody, log } = all.at(-1)?.parsed ?? {}
  const ask = (node: string, of: AskNode) => {
    setComparison({ state: 'asking' })
    askAnother(all, house, of).then(
      (found) => setComparison({ state: 'found', node, found }),
      (error: unknown) =>
        setComparison({
          state: 'failed',
          fault: error instanceof NodeFailed ? error : new NodeFailed('not_node'),
        }),
    )
  }
  const wrong =
    comparison.state === 'failed'
      ? t(faults[comparison.fault.code], {
          chain: comparison.fault.chain,
          named: String(custody?.chain_id),
          block: count(custody?.block ?? 0),
        })
      : null
  const texts = {
    label: t('proof.nodeAddress'),
    hint: t('proof.nodeHint'),
    button: t('proof.nodeAsk'),
    busy: t('proof.nodeAsking'),
  }
  const isBusy = comparison.state === 'asking'
  const look = { texts, wrong, isBusy, language: document.documentElement.lang }
  const height = useNodeFrame(frame, look, {
    pressed: ask,
    refused: (code) => setComparison({ state: 'failed', fault: new NodeFailed(code) }),
  })
  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-t border-line pt-4">
      <h3 id={titleId} className="font-semibold">
        {t('proof.nodeTitle')}
      </h3>
      <iframe
        ref={frame}
        src={NODE_PAGE}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        title={t('proof.nodeTitle')}
        className="-mx-1 block w-[calc(100%+0.5rem)] border-0"
        style={{ height }}
      />
      <div role="status" className="grid gap-3 empty:hidden">
        {wrong !== null && <p className="sr-only">{wrong}</p>}
        {comparison.state === 'found' && (
          <Answers node={comparison.node} found={comparison.found} contract={log?.address ?? ''} />
        )}
      </div>
    </section>
  )
}

function Answers({ node, found, contract }: { node: string; found: Compared; contract: string }) {
  const t = useText()
  const { chain, isBlock, compared, differing, custody, log } = found
  const shown = differing.slice(0, SHOWN).join(', ')
  return (
    <>
      <KeyValue
        items={[
          { label: t('proof.nodeIs'), value: <span className="break-all">{node}</span> },
          { label: t('proof.nodeChain'), value: String(chain) },
        ]}
      />
      <Check holds={isBlock}>{t('proof.nodeBlock')}</Check>
      {compared > 0 && <Check holds={differing.length === 0}>{t('proof.nodeSame')}</Check>}
      {differing.length > 0 && (
        <p className="num text-small text-dn">
          {t('proof.nodeDiffers', { addresses: differing.length > SHOWN ? `${shown} …` : shown })}
        </p>
      )}
      {isBlock && custody && <Held found={custody} />}
      {log && <Written found={log} contract={contract} />}
    </>
  )
}
