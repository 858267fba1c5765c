import type { Fact } from '#widget/chains/request-facts.ts'
import { permissionMessages } from '#widget/domain/review/permission-messages.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { CollapsibleLines } from '#widget/ui/layout/collapsible-lines.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { factMessages } from '../messages.ts'
import styles from './fact-card.module.css'
import { useMessageContext } from './use-message-context.ts'

/** One fact of the request; calls of a batch and permissions of a session follow in order. */
export function FactCard({ fact, isMain = false }: { fact: Fact; isMain?: boolean }) {
  const context = useMessageContext()
  const { title, text, lines } = factMessages(fact, context)
  return (
    <Stack gap={12}>
      <Text as="h2" size={isMain ? 22 : 17} weight="strong" align={isMain ? 'center' : 'start'} numeric>
        {title}
      </Text>
      {text !== undefined && (
        <Text size={13} tone="soft">
          {text}
        </Text>
      )}
      <CollapsibleLines lines={lines} locale={context.locale} />
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
            const permitted = permissionMessages(permission, context)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the permissions of a request never move
              <Stack key={index} gap={12}>
                <Text as="h3" size={17} weight="strong" numeric>
                  {permitted.title}
                </Text>
                <CollapsibleLines lines={permitted.lines} locale={context.locale} />
              </Stack>
            )
          })}
        </div>
      )}
    </Stack>
  )
}
