import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { selectProviderAtom } from '../atoms/actions.ts'
import { buyerAtom, resetOnLeaveAtom } from '../atoms/draft.ts'
import { providerAtom, providersAtom } from '../atoms/providers.ts'
import { feeRangeAtom } from '../atoms/texts.ts'
import { providerLine } from '../messages.ts'
import { BuyGuard } from './buy-guard.tsx'

/** The providers for the active account, with their fees and where their pages open. */
export function OnRampProvidersView() {
  useAtomValue(resetOnLeaveAtom)
  return (
    <BuyGuard fallback={<LoadingRows count={2} />}>
      <Providers />
    </BuyGuard>
  )
}

function Providers() {
  const t = useT()
  const providers = useAtomValue(providersAtom)
  const selected = useAtomValue(providerAtom)
  const range = useAtomValue(feeRangeAtom)
  const buyer = useAtomValue(buyerAtom)
  const select = useSetAtom(selectProviderAtom)
  if (buyer && providers.length === 0) {
    return (
      <EmptyState drawing="coins" title={t('buy.no-provider')}>
        {t('buy.no-provider-text')}
      </EmptyState>
    )
  }
  return (
    <RowGroup label={t('buy.providers')} labelHidden>
      {providers.map((provider) => (
        <Row
          key={provider.id}
          title={provider.name}
          subtitle={providerLine(provider, range(provider), t)}
          icon={<WalletIcon name={provider.name} />}
          selected={provider.id === selected?.id && providers.length > 1}
          onClick={() => select(provider.id)}
        />
      ))}
    </RowGroup>
  )
}
