import type { BalanceChange } from '#widget/chains/request-facts.ts'
import { localeAtom } from '#widget/kernel/number-locale.ts'
import type { SimulationState } from '#widget/kernel/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { KeyValueList } from '#widget/ui/key-value-list.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { changeText } from '../change-text.ts'

/** What the account has more or less of afterwards, as the chain itself says. */
export function BalanceChanges({ simulation }: { simulation: SimulationState }) {
  const t = useT()
  return (
    <div role="status">
      {simulation.is === 'running' && (
        <Stack gap={8}>
          <Text size={13} tone="soft">
            {t('approve.simulating')}
          </Text>
          <Skeleton shape="block" height="44px" />
        </Stack>
      )}
      {simulation.is === 'runs' && <Changes changes={simulation.changes} />}
      {(simulation.is === 'unavailable' || simulation.is === 'priced') && (
        <Text size={13} tone="soft">
          {t('approve.not-simulated')}
        </Text>
      )}
      {simulation.is === 'fails' && (
        <Notice
          tone="error"
          title={t('approve.fails')}
          details={
            simulation.reason === undefined || simulation.reason === 'insufficient-funds'
              ? undefined
              : { label: t('common.details'), text: simulation.reason }
          }
        >
          {simulation.reason === 'insufficient-funds' ? t('approve.fails-funds') : t('approve.fails-text')}
        </Notice>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: readonly BalanceChange[] }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const items = changes.map((change) => {
    const { amount, isGain, name } = changeText(change, locale, t)
    return {
      id: `${change.figure.contract ?? ''}#${change.collectible ?? ''}`,
      label: name,
      value: (
        <Text as="span" size={13} tone={isGain ? 'success' : 'ink'} weight="medium" figures>
          {amount}
        </Text>
      ),
    }
  })
  return (
    <Stack gap={8}>
      <Text as="h3" size={13} tone="soft" weight="strong">
        {t('approve.changes')}
      </Text>
      {items.length > 0 ? (
        <KeyValueList items={items} />
      ) : (
        <Text size={13} tone="soft">
          {t('approve.no-changes')}
        </Text>
      )}
    </Stack>
  )
}
