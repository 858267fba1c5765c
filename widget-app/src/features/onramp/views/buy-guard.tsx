import type { ReactNode } from 'react'
import { featureAtom } from '#widget/core/feature-flags.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { ConnectPrompt } from '#widget/ui/notices/connect-prompt.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { buyerAtom } from '../atoms.ts'
import { optionsAtom } from '../options.ts'
import { isRestrictedHereAtom } from '../restricted-regions.ts'

/** Lets those through who may buy: with an account, and where something may be sold; `waiting` stands until that is known. */
export function BuyGuard({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const t = useT()
  const buyer = useAtomValue(buyerAtom)
  const isRestricted = useAtomValue(isRestrictedHereAtom)
  const offered = useAtomValue(featureAtom('onramp')).is
  const move = useSetAtom(viewStackAtom)
  // Loads beside the project's settings: one after the other would take twice as long.
  useAtomValue(optionsAtom)
  if (isRestricted) {
    return (
      <EmptyState drawing="coins" title={t('buy.restricted')}>
        {t('buy.restricted-text')}
      </EmptyState>
    )
  }
  // A site can ask for the views all the same.
  if (offered === 'off') return <EmptyState drawing="coins" title={t('buy.off')} />
  // Until the project has said who sells here, nobody can say that nobody does.
  if (buyer && offered === 'pending') return waiting
  if (buyer) return children
  return (
    <ConnectPrompt
      text={t('buy.connect-first-text')}
      onConnect={() => move({ to: 'reset', view: { name: 'Connect' } })}
    />
  )
}
