import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { namespaceLabels } from '#widget/domain/networks/namespace-labels.ts'
import { discoveredByNamespace, walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, usePrompt, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { GatedRow, GatedRows } from '#widget/ui/gated-button/gated-rows.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { selectNamespaceAtom } from '../choose-wallet.ts'

/** Lets the user select the namespace of an installed wallet that supports several. */
export function ConnectingMultiChainView({ view }: { view: ViewOf<'ConnectingMultiChain'> }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const select = usePrompt(selectNamespaceAtom)
  const row = useAtomValue(walletByIdAtom(view.walletId))
  const wallets = row ? discoveredByNamespace(row) : []
  const name = row?.name ?? t('connecting.wallet')
  if (wallets.length === 0) {
    return (
      <EmptyState
        drawing="wallet"
        title={t('connecting.gone', { wallet: name })}
        action={
          <Button onClick={() => navigate({ to: 'reset', view: { name: 'Connect' } })}>
            {t('connect.title')}
          </Button>
        }
      >
        {t('connecting.gone-text')}
      </EmptyState>
    )
  }
  return (
    <Stack gap={20}>
      <Stack gap={16} align="center">
        <WalletIcon name={name} src={row?.icon} size={64} />
        <Stack gap={4}>
          <Text as="h2" size={17} weight="strong" align="center">
            {t('multichain.heading')}
          </Text>
          <Text tone="soft" align="center">
            {t('multichain.text', { wallet: name })}
          </Text>
        </Stack>
      </Stack>
      <GatedRows>
        <RowGroup label={t('multichain.heading')} labelHidden>
          {wallets.map((wallet) => {
            const { name: namespaceName, icon } = namespaceLabels[wallet.namespace]
            return (
              <GatedRow
                key={wallet.namespace}
                title={namespaceName}
                icon={<NetworkIcon name={namespaceName} src={icon} />}
                chevron
                onClick={(click) => select(click, wallet)}
              />
            )
          })}
        </RowGroup>
      </GatedRows>
    </Stack>
  )
}
