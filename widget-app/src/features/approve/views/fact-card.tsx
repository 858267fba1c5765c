import type { Fact } from '#widget/chains/request-facts.ts'
import { networkTableAtom } from '#widget/kernel/networks.ts'
import { localeAtom } from '#widget/kernel/number-locale.ts'
import { permissionWords } from '#widget/kernel/permission-words.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { FactLines } from '#widget/ui/fact-lines.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { reviewAccountAtom } from '../state.ts'
import { factWords } from '../words.ts'
import styles from './fact-card.module.css'

/** One thing that the request does; what a batch does, or a session may do, is all there, in order. */
export function FactCard({ fact, isMain = false }: { fact: Fact; isMain?: boolean }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const table = useAtomValue(networkTableAtom)
  const account = useAtomValue(reviewAccountAtom)
  const networkName = (chain: Parameters<typeof table.get>[0]) => table.get(chain)?.name ?? chain
  const { title, lines } = factWords(fact, { t, locale, networkName, account })
  return (
    <Stack gap={12}>
      <Text as="h2" size={isMain ? 22 : 17} weight="strong" align={isMain ? 'center' : 'start'} figures>
        {title}
      </Text>
      <FactLines lines={lines} />
      {fact.is === 'batch' && (
        <div className={styles.inner}>
          {fact.facts.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a request never move
            <FactCard key={index} fact={one} />
          ))}
        </div>
      )}
      {fact.is === 'session' && (
        <div className={styles.inner}>
          {fact.permissions.map((permission, index) => {
            const words = permissionWords(permission, { t, locale })
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the permissions of a request never move
              <Stack key={index} gap={12}>
                <Text as="h3" size={17} weight="strong" figures>
                  {words.title}
                </Text>
                <FactLines lines={words.lines} />
              </Stack>
            )
          })}
        </div>
      )}
    </Stack>
  )
}
