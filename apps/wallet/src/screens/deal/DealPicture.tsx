import { readDealPicture } from '@btbc/contract/deal-messages.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Eye } from 'lucide-react'
import { useState } from 'react'

import { useCall, useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'

type DealPictureProps = {
  dealId: number
  picture: string
  /** Who showed it, and when. */
  by: string
}

/** A private picture of the deal, fetched when one wants to see it. */
export function DealPicture({ dealId, picture, by }: DealPictureProps) {
  const t = useText()
  const errorText = useErrorText()
  const [isWanted, setWanted] = useState(false)
  const { data, error, isFetching, refetch } = useCall(
    readDealPicture,
    { id: dealId, pic: picture },
    { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY },
  )
  if (data)
    return (
      <img
        src={`data:${data.type};base64,${data.base64}`}
        alt={t('deal.pictureAlt')}
        className="max-h-96 w-full rounded-control object-contain"
      />
    )
  return (
    <>
      <Button
        variant="ghost"
        size="medium"
        aria-label={`${t('deal.viewPicture')}: ${by}`}
        busy={isFetching}
        icon={<Eye size={18} aria-hidden />}
        onClick={() => (isWanted ? void refetch() : setWanted(true))}
      >
        {t('deal.viewPicture')}
      </Button>
      {error && !isFetching && <Banner tone="bad">{errorText(error)}</Banner>}
    </>
  )
}
