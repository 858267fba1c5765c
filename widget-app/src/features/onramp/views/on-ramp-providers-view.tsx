import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { LoadingRows } from '#widget/ui/loading-rows.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { WalletIcon } from '#widget/ui/wallet-icon.tsx'
import { chooseProviderAtom } from '../bind.ts'
import { feeRangeAtom } from '../display.ts'
import { providerAtom, providersAtom } from '../providers.ts'
import { buyerAtom, presenceAtom } from '../state.ts'
import { providerLine } from '../words.ts'
import { BuyGate } from './buy-gate.tsx'

/** Who sells to the account in use, with what they take and where their page opens. */
export function OnRampProvidersView() {
  useAtomValue(presenceAtom)
  return (
    <BuyGate waiting={<LoadingRows count={2} />}>
      <Providers />
    </BuyGate>
  )
}

function Providers() {
  const t = useT()
  const providers = useAtomValue(providersAtom)
  const chosen = useAtomValue(providerAtom)
  const range = useAtomValue(feeRangeAtom)
  const buyer = useAtomValue(buyerAtom)
  const choose = useSetAtom(chooseProviderAtom)
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
          selected={provider.id === chosen?.id && providers.length > 1}
          onPress={() => choose(provider.id)}
        />
      ))}
    </RowGroup>
  )
}
