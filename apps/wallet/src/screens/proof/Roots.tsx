import type { listAttestations } from '@btbc/contract/proof.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Section } from '#shell/Section.tsx'

type Row = Answer<typeof listAttestations>['list'][number]

const SHOWN = 5

/** What was signed, the newest first: whoever wrote a root down finds it here. */
export function Roots({ rows }: { rows: readonly Row[] }) {
  const t = useText()
  const { count, dateTime } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? rows : rows.slice(0, SHOWN)
  return (
    <Section title={t('proof.roots')}>
      <ul className="card divide-y divide-line px-4">
        {shown.map(({ number, at, root, books, written }) => (
          <li key={number} className="grid gap-1 py-3">
            <span className="flex justify-between gap-3">
              <span className="font-semibold">{t('proof.newest', { number: String(number) })}</span>
              <span className="num text-small text-mut">{dateTime(at)}</span>
            </span>
            <span className="text-label text-sub">{t('proof.root')}</span>
            <span className="num text-small break-all">{root}</span>
            <span className="text-label text-sub">{t('proof.books')}</span>
            <span className="num text-small break-all">{books}</span>
            <span className="text-label text-sub">
              {written
                ? t('proof.writtenAt', { block: count(written.block) })
                : t('proof.beingWritten')}
            </span>
            {written && <span className="num text-small break-all">{written.transaction}</span>}
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button variant="ghost" onClick={() => setOpen(true)}>
          {t('proof.more')}
        </Button>
      )}
    </Section>
  )
}
