import { useState } from 'react'
import { isPhoneAtom } from '#widget/core/device.ts'
import { hostPairingAtom } from '#widget/domain/modal/host-pairing.ts'
import { type WalletDevice, walletDevices } from '#widget/domain/wallets/wallet-devices.ts'
import { walletLink } from '#widget/domain/wallets/wallet-link.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { Tabs } from '#widget/ui/layout/tabs.tsx'
import { type DeepLink, mobileLinks, pairingLink } from '../deep-link.ts'
import { pairingAtom } from '../pairing.ts'
import { hostPairingStateAtom } from '../pairing-atoms.ts'
import type { PendingPairing } from '../pairing-messages.ts'
import { ExtensionPanel } from './extension-panel.tsx'
import { PairingStatus } from './pairing-status.tsx'
import { QrCodePanel } from './qr-code-panel.tsx'
import { WalletAppPanel } from './wallet-app-panel.tsx'

const labels: { readonly [Name in WalletDevice]: (t: Translate) => string } = {
  browser: (t) => t('pair.browser'),
  mobile: (t) => t('pair.mobile'),
  desktop: (t) => t('pair.desktop'),
  web: (t) => t('pair.web'),
}

/** Pairing over WalletConnect with one wallet, or with any wallet that scans the code. */
export function Pairing({ row }: { row: WalletRow | undefined }) {
  const t = useT()
  const isPhone = useAtomValue(isPhoneAtom)
  const isHostPairing = useAtomValue(hostPairingAtom) !== undefined
  const [state, send] = useAtom(isHostPairing ? hostPairingStateAtom : pairingAtom(row?.entry?.id))
  const links = row?.entry?.links
  const isInstalled = (row?.found.length ?? 0) > 0
  const devices = walletDevices({ isInstalled, links, isPhone })
  const [selected, select] = useState<WalletDevice>()
  // The user did not select the browser wallet on the way here, even if it is installed.
  const defaultDevice = devices.find((device) => device !== 'browser') ?? 'mobile'
  const device = selected !== undefined && devices.includes(selected) ? selected : defaultDevice
  if (state.is !== 'starting' && state.is !== 'checking' && state.is !== 'waiting')
    return <PairingStatus state={state} row={row} onRetry={() => send('retry')} />
  const panel = <Panel device={device} state={state} row={row} isPhone={isPhone} />
  if (devices.length < 2) return panel
  return (
    <Tabs
      label={t('pair.ways')}
      tabs={devices.map((id) => ({ id, label: labels[id](t) }))}
      selected={device}
      onSelect={select}
    >
      {panel}
    </Tabs>
  )
}

type PanelProps = {
  readonly device: WalletDevice
  readonly state: PendingPairing
  readonly row: WalletRow | undefined
  readonly isPhone: boolean
}

function Panel({ device, state, row, isPhone }: PanelProps) {
  const t = useT()
  const uri = state.is === 'waiting' ? state.uri : ''
  const links = row?.entry?.links
  const openPanel = (open: readonly DeepLink[], text: string) =>
    row && <WalletAppPanel key={device} state={state} row={row} links={open} text={text} />
  const toLinks = (link: string | undefined): readonly DeepLink[] => {
    const base = walletLink(link)
    return base === undefined ? [] : [pairingLink(base, uri)]
  }
  switch (device) {
    case 'browser':
      return row && <ExtensionPanel row={row} />
    case 'mobile': {
      const open = links && isPhone ? mobileLinks(links, uri) : []
      return open.length > 0 ? openPanel(open, t('pair.open-text')) : <QrCodePanel state={state} row={row} />
    }
    case 'desktop':
      return openPanel(toLinks(links?.desktop), t('pair.desktop-text'))
    case 'web':
      return openPanel(toLinks(links?.webApp), t('pair.web-text'))
  }
}
