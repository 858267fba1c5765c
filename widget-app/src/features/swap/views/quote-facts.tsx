import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { Details } from '#widget/ui/layout/details.tsx'
import { KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import {
  impactTextAtom,
  isQuoteStaleAtom,
  parameterTextsAtom,
  secondsRemainingAtom,
  unknownValue,
} from '../atoms/texts.ts'

/** The quote in lines: rate, minimum received, price impact, when it is refetched, and the exact amounts if shortened. */
export function QuoteFacts() {
  const t = useT()
  const texts = useAtomValue(parameterTextsAtom)
  const impact = useAtomValue(impactTextAtom)
  if (!texts) return null
  return (
    <>
      <KeyValueList
        items={[
          { id: 'rate', label: t('swap.rate'), value: texts.rate },
          { id: 'minimum', label: t('swap.minimum'), value: texts.shortMinimum },
          { id: 'impact', label: t('swap.impact'), value: impact ?? unknownValue },
        ]}
      />
      <QuoteCountdown />
      {texts.minimum !== texts.shortMinimum && (
        <Details label={t('common.details')}>
          <KeyValueList
            items={[
              { id: 'receive', label: t('swap.to'), value: texts.buys },
              { id: 'minimum', label: t('swap.minimum'), value: texts.minimum },
            ]}
          />
        </Details>
      )}
    </>
  )
}

/** Seconds until the quote is refetched. */
export function QuoteCountdown() {
  const t = useT()
  const seconds = useAtomValue(secondsRemainingAtom)
  const isStale = useAtomValue(isQuoteStaleAtom)
  if (seconds === undefined) return null
  return (
    <div data-ticks>
      <Text size={13} tone="soft" align="center" numeric>
        {seconds > 0
          ? t('swap.renews', { count: seconds })
          : t(isStale ? 'swap.renew-failed' : 'swap.renewing')}
      </Text>
    </div>
  )
}
