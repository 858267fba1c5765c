import type { ReactNode } from 'react'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { ConnectPrompt } from '#widget/ui/notices/connect-prompt.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { buyerAtom } from '../atoms/draft.ts'
import { optionsAtom } from '../atoms/options.ts'
import { isRestrictedRegionAtom } from '../atoms/restricted-regions.ts'

/**
 * Renders the children if the user can buy: with an account, and in an allowed region. Renders `fallback` until that is
 * known.
 */
export function BuyGuard({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const t = useT()
  const buyer = useAtomValue(buyerAtom)
  const isRestricted = useAtomValue(isRestrictedRegionAtom)
  const featureState = useAtomValue(featureAtom('onramp')).is
  const navigate = useSetAtom(viewStackAtom)
  // Loads in parallel with the project's settings, instead of one after the other.
  useAtomValue(optionsAtom)
  if (isRestricted) {
    return (
      <EmptyState drawing="coins" title={t('buy.restricted')}>
        {t('buy.restricted-text')}
      </EmptyState>
    )
  }
  // A host can open the views even if the feature is off.
  if (featureState === 'off') return <EmptyState drawing="coins" title={t('buy.off')} />
  // Until the project's settings are loaded, the providers are unknown.
  if (buyer && featureState === 'pending') return fallback
  if (buyer) return children
  return (
    <ConnectPrompt
      text={t('buy.connect-first-text')}
      onConnect={() => navigate({ to: 'reset', view: { name: 'Connect' } })}
    />
  )
}
