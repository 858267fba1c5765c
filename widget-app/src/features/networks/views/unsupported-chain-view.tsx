import { namespaceOf } from '#shared/caip/chain-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { GatedRows } from '#widget/ui/gated-button/gated-rows.tsx'
import { DisconnectIcon } from '#widget/ui/icons/disconnect.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { selectableNetworksAtom } from '../selectable-networks.ts'
import { NetworkRow } from './network-row.tsx'

/** Shown if the wallet is on a network that the host does not list: select another one, or disconnect. */
export function UnsupportedChainView() {
  const t = useT()
  const connection = useAtomValue(activeConnectionAtom)
  const networks = useAtomValue(selectableNetworksAtom)
  const table = useAtomValue(networkTableAtom)
  const disconnect = useSetAtom(disconnectAtom)
  const navigate = useSetAtom(viewStackAtom)
  const chain = connection?.chain
  const shown = networks.filter(({ id }) => chain === undefined || namespaceOf(id) === namespaceOf(chain))
  const network = (chain && table.get(chain)?.name) ?? t('unsupported.unknown')
  return (
    <Stack>
      <Notice tone="warning" title={t('unsupported.choose')} announce>
        {t('unsupported.text', { wallet: connection?.walletName ?? t('connecting.wallet'), network })}
      </Notice>
      {shown.length === 0 ? (
        <EmptyState drawing="offline" title={t('networks.none-known')}>
          {t('networks.none-known-text')}
        </EmptyState>
      ) : (
        <GatedRows>
          <RowGroup label={t('networks.title')} labelHidden>
            {shown.map((one) => (
              <NetworkRow key={one.id} network={one} />
            ))}
          </RowGroup>
        </GatedRows>
      )}
      <Button
        look="quiet"
        icon={<DisconnectIcon />}
        onClick={() => {
          navigate({ to: 'reset', view: { name: 'Connect' } })
          void disconnect({ namespace: connection?.namespace })
        }}
      >
        {t('account.disconnect')}
      </Button>
    </Stack>
  )
}
