import type { ReactNode } from 'react'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { DownloadIcon } from '#widget/ui/icons/download.tsx'
import { ExternalIcon } from '#widget/ui/icons/external.tsx'
import { GlobeIcon } from '#widget/ui/icons/globe.tsx'
import { PhoneIcon } from '#widget/ui/icons/phone.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { inWalletBrowserLinkAtom } from '../pairing-atoms.ts'
import { deviceKindAtom, hostnameOf, type StoreKind, storeLinks } from '../store-links.ts'
import { walletAtom } from '../wallet-by-id.ts'
import { InstallSteps } from './install-steps.tsx'

const labels: { readonly [Kind in StoreKind]: (t: Translate) => string } = {
  chrome: (t) => t('get.chrome'),
  ios: (t) => t('get.ios'),
  android: (t) => t('get.android'),
  webApp: (t) => t('get.open-app'),
  web: (t) => t('get.web'),
}

const icons: { readonly [Kind in StoreKind]: ReactNode } = {
  chrome: <DownloadIcon />,
  ios: <PhoneIcon />,
  android: <PhoneIcon />,
  webApp: <GlobeIcon />,
  web: <GlobeIcon />,
}

/** The store types of AppKit's analytics. */
const storeTypes: { readonly [Kind in StoreKind]: string } = {
  chrome: 'chrome_store',
  ios: 'app_store',
  android: 'play_store',
  webApp: 'homepage',
  web: 'homepage',
}

/** Install links for a wallet that is not installed; every link opens a new tab. */
export function GetWalletView({ view }: { view: ViewOf<'GetWallet'> }) {
  const t = useT()
  const wallet = useAtomValue(walletAtom(view.walletId))
  const device = useAtomValue(deviceKindAtom)
  const linkOf = useAtomValue(inWalletBrowserLinkAtom)
  const requestedNamespace = useAtomValue(requestedNamespaceAtom)
  const track = useSetAtom(trackEventAtom)
  if (wallet === 'loading') {
    return <LoadingRows count={3} />
  }
  if (wallet === 'unknown') {
    return (
      <EmptyState drawing="wallet" title={t('get.unknown')}>
        {t('get.unknown-text')}
      </EmptyState>
    )
  }
  const browserLink = linkOf(wallet, requestedNamespace)
  const links = wallet.entry ? storeLinks(wallet.entry.links, device) : []
  return (
    <Stack gap={20}>
      <Stack gap={12} align="center">
        <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
        <Text tone="soft" align="center">
          {browserLink === undefined
            ? t('get.text', { wallet: wallet.name })
            : t('pair.page-text', { wallet: wallet.name })}
        </Text>
      </Stack>
      {links.length > 0 && (
        <RowGroup label={t('get.where')} labelHidden>
          {links.map(({ kind, href }) => (
            <Row
              key={kind}
              title={labels[kind](t)}
              subtitle={hostnameOf(href)}
              icon={icons[kind]}
              href={href}
              onClick={() =>
                track({
                  event: 'GET_WALLET',
                  properties: {
                    name: wallet.name,
                    walletRank: wallet.entry?.rank,
                    explorerId: wallet.entry?.id,
                    type: storeTypes[kind],
                  },
                })
              }
              trailing={
                <>
                  <ExternalIcon size={16} />
                  <VisuallyHidden>{t('common.new-tab')}</VisuallyHidden>
                </>
              }
            />
          ))}
        </RowGroup>
      )}
      {links.length > 0 ? (
        <InstallSteps />
      ) : (
        <Text size={13} tone="soft" align="center">
          {t('get.no-links')}
        </Text>
      )}
      <ScreenFooter>
        {browserLink !== undefined && (
          <Button href={browserLink} isApp={!browserLink.startsWith('https:')}>
            {t('pair.page', { wallet: wallet.name })}
          </Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}
