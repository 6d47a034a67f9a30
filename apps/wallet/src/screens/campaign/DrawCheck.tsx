import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { useText } from '#i18n/text.ts'
import type { Campaign } from '#screens/campaign/CampaignScreen.tsx'

/** What anybody needs to work the draw out again. */
export function DrawCheck({ campaign }: { campaign: Campaign }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { seed, seed_hash: hash, list_hash: listHash, drawn } = campaign
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        icon={<ShieldCheck size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('campaign.check')}
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('campaign.check')}>
        <div className="grid gap-4">
          {drawn === false && <p>{t('campaign.notDrawn')}</p>}
          <CopyRow label={t('packets.hash')} value={hash} />
          {seed === null ? (
            <p className="text-small text-mut">{t('campaign.seedLater')}</p>
          ) : (
            <CopyRow label={t('packets.seed')} value={seed} />
          )}
          {listHash !== null && <CopyRow label={t('campaign.listHash')} value={listHash} />}
          <p className="text-small text-mut">{t('campaign.drawRule')}</p>
        </div>
      </Sheet>
    </>
  )
}
