import { buttonClass } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { FileSearch } from 'lucide-react'
import { useState } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Check } from '#screens/proof/Check.tsx'
import { checkStatementFile, type CheckedStatement } from '#screens/proof/statement-file.ts'

const WRONG_SHOWN = 5

/** Whoever kept a statement sees here whether the house tells the same as then. */
export function CheckStatement({ saved }: { saved: string }) {
  const t = useText()
  const [checked, setChecked] = useState<CheckedStatement | 'failed'>()
  const check = (file: File) => {
    setChecked(undefined)
    checkStatementFile(file, saved).then(setChecked, () => setChecked('failed'))
  }
  return (
    <>
      <label
        className={`${buttonClass({ variant: 'ghost' })} relative focus-within:outline-2 focus-within:outline-ac`}
      >
        <FileSearch size={20} aria-hidden />
        {t('proof.statement')}
        <input
          type="file"
          accept=".csv,text/csv"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) check(file)
            // So that the same file can be chosen again.
            target.value = ''
          }}
        />
      </label>
      <div role="status" className="grid gap-2 empty:hidden">
        {checked === 'failed' && <p className="text-dn">{t('proof.statementFailed')}</p>}
        {checked !== undefined && checked !== 'failed' && <Result checked={checked} />}
      </div>
      <CopyRow
        label={t('proof.statementCommand')}
        value={`node verify-statement.mjs btbc-test-proof-1.json statement.csv ${globalThis.location.origin}`}
      />
      <a href="/verify-statement.mjs" download className={buttonClass({ variant: 'ghost' })}>
        {t('proof.statementDownload')}
      </a>
    </>
  )
}

function Result({ checked: { count, later, findings } }: { checked: CheckedStatement }) {
  const t = useText()
  const formats = useFormats()
  if (findings.some(([, code]) => code === 'format')) {
    return <p className="text-dn">{t('proof.statementOther')}</p>
  }
  const wrong = [...new Set(findings.map(([name]) => name))]
  const shown = wrong.slice(0, WRONG_SHOWN).join(', ')
  return (
    <>
      <Check holds={wrong.length === 0}>
        {t('proof.statementLines', { count: formats.count(count) })}
      </Check>
      {wrong.length > 0 && (
        <p className="num text-small text-dn">
          {t('proof.statementWrong', { lines: wrong.length > WRONG_SHOWN ? `${shown} …` : shown })}
        </p>
      )}
      {later > 0 && (
        <p className="text-small text-mut">
          {t('proof.statementLater', { count: formats.count(later) })}
        </p>
      )}
    </>
  )
}
