import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { useCopy } from '@btbc/ui/CopyRow.tsx'
import { useWords } from '@btbc/ui/words.ts'
import { Copy } from 'lucide-react'

import { useText } from '#i18n/text.ts'

/** Recovery codes, the only time they are shown, and what they are for. */
export function ShownCodes({ codes }: { codes: readonly string[] }) {
  const t = useText()
  const words = useWords()
  const copy = useCopy()
  if (codes.length === 0) return null

  return (
    <section aria-labelledby="codes" className="card grid gap-4 p-4">
      <div className="grid gap-1">
        <h2 id="codes" className="text-section font-semibold">
          {t('security.recoveryCodes')}
        </h2>
        <p className="text-small text-mut">{t('security.recoveryWhy')}</p>
      </div>
      <Banner tone="warn">{t('security.codesOnce')}</Banner>
      <ol className="num grid grid-cols-2 gap-x-4 gap-y-2 text-center select-text">
        {codes.map((code) => (
          <li key={code}>{`${code.slice(0, 5)} ${code.slice(5)}`}</li>
        ))}
      </ol>
      <Button
        variant="ghost"
        size="medium"
        icon={<Copy size={18} aria-hidden />}
        onClick={() => void copy(codes.join('\n'))}
      >
        {words.copy}
      </Button>
    </section>
  )
}
