import { useState } from 'react'
import type { ViewOf } from '#widget/core/view.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { inWalletBrowserLinkAtom } from '../pairing-atoms.ts'
import { walletAtom } from '../wallet-by-id.ts'
import { InWalletBrowserPanel } from './in-wallet-browser-panel.tsx'
import { LegalConsentGate } from './legal-consent-gate.tsx'
import { Pairing } from './pairing.tsx'

type ConnectingWalletConnect = ViewOf<'ConnectingWalletConnect' | 'ConnectingWalletConnectBasic'>

/** Connects a wallet that is not in this browser. Nothing is proposed before the user may select a wallet. */
export function ConnectingWalletConnectView({ view }: { view: ConnectingWalletConnect }) {
  return (
    <Stack>
      <LegalConsentGate>
        <PairingScreen view={view} />
      </LegalConsentGate>
    </Stack>
  )
}

function PairingScreen({ view }: { view: ConnectingWalletConnect }) {
  if (view.name === 'ConnectingWalletConnectBasic' || view.walletId === undefined)
    return <Pairing row={undefined} />
  return <NamedWallet view={view} walletId={view.walletId} />
}

function NamedWallet({ view, walletId }: { view: ViewOf<'ConnectingWalletConnect'>; walletId: string }) {
  const t = useT()
  const wallet = useAtomValue(walletAtom(walletId))
  const linkOf = useAtomValue(inWalletBrowserLinkAtom)
  const [isStaying, setIsStaying] = useState(false)
  if (wallet === 'loading') {
    return (
      <>
        <LiveRegion message={t('common.loading')} />
        <Skeleton shape="block" height="280px" />
      </>
    )
  }
  if (wallet === 'unknown') {
    return (
      <EmptyState drawing="wallet" title={t('get.unknown')}>
        {t('get.unknown-text')}
      </EmptyState>
    )
  }
  const href = linkOf(wallet, view.namespace)
  if (href !== undefined && !isStaying)
    return <InWalletBrowserPanel row={wallet} href={href} onStay={() => setIsStaying(true)} />
  return <Pairing row={wallet} />
}
