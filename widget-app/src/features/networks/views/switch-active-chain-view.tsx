import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { namespaceLabels } from '#widget/domain/networks/namespace-labels.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { networkTableAtom, selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'

/** Shown if a wallet is connected, but has no account in the required namespace: offers to connect one. */
export function SwitchActiveChainView({
  view: { namespace, chainId },
}: {
  view: ViewOf<'SwitchActiveChain'>
}) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const selectNetwork = useSetAtom(selectedNetworkAtom(namespace))
  const setRequestedNamespace = useSetAtom(requestedNamespaceAtom)
  const connection = useAtomValue(activeConnectionAtom)
  const networks = useAtomValue(networkTableAtom)
  const network = chainId === undefined ? undefined : networks.get(chainId)
  const { name: ecosystem, icon } = namespaceLabels[namespace]
  const name = network?.name ?? ecosystem
  return (
    <Stack gap={20}>
      <Stack gap={16} align="center">
        <NetworkIcon name={name} src={network ? networkIconUrl(network) : icon} size={64} />
        <Stack gap={4}>
          <Text as="h2" size={17} weight="strong" align="center">
            {t('switch-chain.heading', { ecosystem: name })}
          </Text>
          <Text tone="soft" align="center">
            {t('switch-chain.text-wallet', {
              wallet: connection?.walletName ?? t('connecting.wallet'),
              ecosystem,
            })}
          </Text>
        </Stack>
      </Stack>
      <ScreenFooter>
        <Button
          onClick={() => {
            // A wallet without a network of its own starts on this one.
            if (chainId !== undefined) selectNetwork(chainId)
            setRequestedNamespace(namespace)
            navigate({ to: 'push', view: { name: 'Connect' } })
          }}
        >
          {t('switch-chain.connect', { ecosystem })}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}
