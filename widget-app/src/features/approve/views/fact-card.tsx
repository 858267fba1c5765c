import type { Fact } from '#widget/chains/request-facts.ts'
import { networkTableAtom } from '#widget/kernel/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { KeyValueList } from '#widget/ui/key-value-list.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { localeAtom, reviewAccountAtom } from '../state.ts'
import { type FactLine, factWords } from '../words.ts'
import styles from './fact-card.module.css'

/** So long a text stands under its label. */
const shortText = 24

function LineValue({ line: { value, look } }: { line: FactLine }) {
  if (look === 'address') return <AddressText address={value} whole />
  return look === 'code' ? <bdi className={styles.code}>{value}</bdi> : value
}

/** One thing that the request does; what a batch does is all there, in order. */
export function FactCard({ fact, isMain = false }: { fact: Fact; isMain?: boolean }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const table = useAtomValue(networkTableAtom)
  const account = useAtomValue(reviewAccountAtom)
  const networkName = (chain: Parameters<typeof table.get>[0]) => table.get(chain)?.name ?? chain
  const { title, lines } = factWords(fact, { t, locale, networkName, account })
  const items = lines.map((line) => ({
    id: line.id,
    label: line.label,
    value: <LineValue line={line} />,
    below: line.look === 'address' || line.value.length > shortText,
  }))
  return (
    <Stack gap={12}>
      <Text as="h2" size={isMain ? 22 : 17} weight="strong" align={isMain ? 'center' : 'start'} figures>
        {title}
      </Text>
      {items.length > 0 && <KeyValueList items={items} />}
      {fact.is === 'batch' && (
        <div className={styles.inner}>
          {fact.facts.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a request never move
            <FactCard key={index} fact={one} />
          ))}
        </div>
      )}
    </Stack>
  )
}
