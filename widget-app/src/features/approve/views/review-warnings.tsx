import { networkTableAtom } from '#widget/kernel/networks.ts'
import type { Review } from '#widget/kernel/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressDifference } from '#widget/ui/address-difference.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { foreignChain } from '../foreign-chain.ts'
import { lookAlikesAtom } from '../state.ts'
import { riskWords, toneOf } from '../words.ts'

/** What a person should know before anything else, said aloud as it appears. */
export function ReviewWarnings({ review }: { review: Review }) {
  const t = useT()
  const table = useAtomValue(networkTableAtom)
  const chain = foreignChain(review)
  const network = chain === undefined ? '' : (table.get(chain)?.name ?? chain)
  const { stage, risks } = review
  return (
    <>
      {stage.is === 'deciding' && stage.changed && (
        <Notice tone="error" title={t('approve.changed')} announce>
          {t('approve.changed-text')}
        </Notice>
      )}
      {risks.map((risk) => {
        const { title, text } = riskWords(risk, network, t)
        return (
          <Notice key={risk} tone={toneOf(risk)} title={title} announce>
            {text}
            {risk === 'look-alike' && <LookAlikes />}
          </Notice>
        )
      })}
    </>
  )
}

/** Both addresses, the one that is asked for first. */
function LookAlikes() {
  return useAtomValue(lookAlikesAtom).map(({ to, known }) => (
    <div key={to}>
      <AddressDifference address={to} other={known} />
      <AddressDifference address={known} other={to} />
    </div>
  ))
}
