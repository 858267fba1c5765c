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
import { hostsPairingAtom } from '../pairing-atoms.ts'
import type { PairingFailure } from '../pairing-messages.ts'
import { BrowserPanel } from './extension-panel.tsx'
import { PairingStage } from './pairing-status.tsx'
import { QrCodePanel } from './qr-code-panel.tsx'
import { OpenPanel } from './wallet-app-panel.tsx'

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
  const isHosts = useAtomValue(hostPairingAtom) !== undefined
  const [state, send] = useAtom(isHosts ? hostsPairingAtom : pairingAtom(row?.entry?.id))
  const links = row?.entry?.links
  const isInstalled = (row?.found.length ?? 0) > 0
  const ways = walletDevices({ isInstalled, links, isPhone })
  const [chosen, choose] = useState<WalletDevice>()
  // The user did not select the browser wallet on the way here, even if it is installed.
  const first = ways.find((way) => way !== 'browser') ?? 'mobile'
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : first
  if (state.is !== 'starting' && state.is !== 'checking' && state.is !== 'waiting')
    return <PairingStage state={state} row={row} onRetry={() => send('retry')} />
  const panel = <Panel way={way} state={state} row={row} isPhone={isPhone} />
  if (ways.length < 2) return panel
  return (
    <Tabs
      label={t('pair.ways')}
      tabs={ways.map((id) => ({ id, label: labels[id](t) }))}
      selected={way}
      onSelect={choose}
    >
      {panel}
    </Tabs>
  )
}

type PanelProps = {
  readonly way: WalletDevice
  readonly state: PairingFailure
  readonly row: WalletRow | undefined
  readonly isPhone: boolean
}

function Panel({ way, state, row, isPhone }: PanelProps) {
  const t = useT()
  const uri = state.is === 'waiting' ? state.uri : ''
  const links = row?.entry?.links
  const opens = (open: readonly DeepLink[], text: string) =>
    row && <OpenPanel key={way} state={state} row={row} links={open} text={text} />
  const from = (link: string | undefined): readonly DeepLink[] => {
    const base = walletLink(link)
    return base === undefined ? [] : [pairingLink(base, uri)]
  }
  switch (way) {
    case 'browser':
      return row && <BrowserPanel row={row} />
    case 'mobile': {
      const open = links && isPhone ? mobileLinks(links, uri) : []
      return open.length > 0 ? opens(open, t('pair.open-text')) : <QrCodePanel state={state} row={row} />
    }
    case 'desktop':
      return opens(from(links?.desktop), t('pair.desktop-text'))
    case 'web':
      return opens(from(links?.webApp), t('pair.web-text'))
  }
}
