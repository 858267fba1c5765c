import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { CombinedTransport } from '#widget/chains/combined-transport.ts'
import { embeddedHandlePrefix } from '#widget/chains/embedded-handle.ts'
import { loadEmbeddedTransport } from '#widget/chains/load-embedded-transport.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { ownFactsSlotAtom } from '#widget/domain/accounts/own-facts-slot.ts'
import { accountTypeFactsAtom } from '#widget/domain/embedded-wallet/account-type.ts'
import { sentBatchesAtom, storeSentBatchAtom } from '#widget/domain/embedded-wallet/sent-batches.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { signOutSlotAtom } from '#widget/domain/embedded-wallet/session-end.ts'
import { signOutEmbeddedAtom } from '#widget/domain/embedded-wallet/sign-out.ts'
import { walletName } from '#widget/domain/embedded-wallet/wallet-name.ts'
import {
  bundledNetworkAtom,
  configuredChainIdsAtom,
  loadNetworksAtom,
  selectedNetworkAtom,
} from '#widget/domain/networks/networks.ts'
import { reviewedTransport } from '#widget/domain/review/reviewed-transport.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { resumeEmbeddedSessionAtom } from '../flows/resume-embedded-session.ts'

const loadOpenVault = () => import('../flows/open-vault.ts')
const loadBatches = () => import('#widget/domain/embedded-wallet/batches.ts')

const sourceAtom = atom<Promise<void> | undefined>(undefined)
const preparedAtom = atom<Promise<void> | undefined>(undefined)

/** Runs `load` once in a store; a failed attempt is repeated at the next call. */
function once(store: Store, attemptAtom: typeof sourceAtom, load: () => Promise<void>): Promise<void> {
  const known = store.get(attemptAtom)
  if (known) return known
  const attempt = load()
  store.set(attemptAtom, attempt)
  attempt.catch(() => store.set(attemptAtom, undefined))
  return attempt
}

async function addSource(store: Store, sources: CombinedTransport): Promise<void> {
  const { log } = store.get(portsAtom)
  store.set(signOutSlotAtom, { signOut: () => void store.set(signOutEmbeddedAtom) })
  store.set(ownFactsSlotAtom, accountTypeFactsAtom)
  const transport = await loadEmbeddedTransport({
    wallet: { name: walletName },
    accounts: () => store.get(embeddedSessionAtom)?.account.accounts,
    watchAccounts: (onChange) => store.sub(embeddedSessionAtom, onChange),
    networks: () => store.get(configuredChainIdsAtom),
    knownNetwork: async (chain) => {
      await store.set(loadNetworksAtom)
      return store.get(bundledNetworkAtom(chain))
    },
    selectedChain: (namespace) => store.get(selectedNetworkAtom(namespace)),
    sign: async (handle, request) => {
      const connection = store.get(currentConnectionsAtom).find((current) => current.handle === handle)
      if (connection === undefined)
        throw new ProviderRpcError(providerCodes.unauthorized, 'The wallet is not connected')
      const { respondBySignedAtom } = await import('#widget/domain/review/vault-signing.ts')
      return store.set(respondBySignedAtom, connection, request)
    },
    batches: {
      support: async (account, chain) => store.set((await loadBatches()).batchSupportAtom, account, chain),
      receipt: async (sent) => store.set((await loadBatches()).batchReceiptAtom, sent),
      sent: () => store.get(sentBatchesAtom),
      storeSent: (sent) => store.set(storeSentBatchAtom, sent),
    },
    log,
  })
  sources.add(
    embeddedHandlePrefix,
    reviewedTransport(transport, async (request) => {
      const { sendWidgetRequestAtom } = await import('#widget/domain/review/widget-requests.ts')
      return store.set(sendWidgetRequestAtom, request)
    }),
  )
  if (store.get(deployConfigAtom).sponsorship)
    void import('#widget/domain/embedded-wallet/watch-operations.ts').then(({ watchOperationsAtom }) =>
      store.set(watchOperationsAtom),
    )
  // The wallet is of the last visit. Not awaited: it reconnects with the stored accounts meanwhile.
  if (store.get(reconnectingAtom)) void store.set(resumeEmbeddedSessionAtom)
}

/** Prepares the vault to open in a click. @throws if code cannot be loaded, or the key of this frame cannot be read. */
export const prepareVault = (store: Store): Promise<void> =>
  once(store, preparedAtom, async () => store.set((await loadOpenVault()).prepareVaultAtom))

/**
 * Adds our own wallet to the sources, once; a failed attempt is repeated at the next call. While wallets of the last visit
 * reconnect, the server checks the session. Then prepares the vault, on which no account depends.
 */
export function loadEmbeddedWallet(store: Store, sources: CombinedTransport): Promise<void> {
  const adding = once(store, sourceAtom, () => addSource(store, sources))
  const prepare = () => {
    prepareVault(store).catch((cause: unknown) =>
      store.get(portsAtom).log('The vault cannot be opened yet', cause),
    )
  }
  adding.then(prepare, prepare)
  return adding
}
