import * as z from '#shared/zod.ts'
import type { CombinedTransport } from '#widget/chains/combined-transport.ts'
import { loadSessionSource } from '#widget/chains/registry.ts'
import { hasSession, type SessionSource, sessionHandlePrefix } from '#widget/chains/walletconnect-source.ts'
import { deployConfigAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { hasFeatureAtom } from '#widget/core/feature-flags.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { type PairingPort, type PairingProposal, portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { signInConfigAtom } from '#widget/domain/accounts/sign-in.ts'
import { configuredChainIdsAtom, selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { reviewedTransport } from '#widget/domain/review/reviewed-transport.ts'
import { matchSessionWallet } from '#widget/domain/wallets/match-session-wallet.ts'
import { knownWalletsAtom } from '#widget/domain/wallets/wallet-catalogue.ts'
import type { OneClick } from '#widget/features/siwx/one-click.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { sanitizeSentence, sanitizeText } from '#widget/lib/text/sanitize-text.ts'

/** What the WalletConnect client stores: its keys, sessions and pending requests. */
const recordsAtom = storedAtom<Readonly<Record<string, unknown>>>(
  scopedKey('walletConnect'),
  () => z.record(z.string(), z.unknown()),
  {},
)

const sourceAtom = atom<Promise<SessionSource> | undefined>(undefined)

function start(store: Store, sources: CombinedTransport): Promise<SessionSource> {
  const { clock, log } = store.get(portsAtom)
  const { relayUrl, verify, projectId = store.get(projectIdAtom) } = store.get(deployConfigAtom).walletConnect
  const { metadata } = store.get(hostConfigAtom)
  // Wallets on other devices show them: one line each, without characters that reorder or hide text.
  const name = sanitizeText(metadata.name, 64)
  const description = sanitizeSentence(metadata.description, 256)
  const { icons } = metadata
  // The browser's value, not the page's: wallets show it as the site's address.
  const url = store.get(hostOriginAtom) ?? ''
  return loadSessionSource(
    { projectId, relayUrl, verify, metadata: { name, description, url, icons } },
    {
      clock,
      log,
      records: {
        read: () => store.get(recordsAtom),
        update: (change) => store.set(recordsAtom, change),
      },
      networks: () => store.get(configuredChainIdsAtom),
      holdsMany: () => store.get(hasFeatureAtom('multiWallet')),
      selectedChain: (namespace) => store.get(selectedNetworkAtom(namespace)),
      known: (peer, walletId) => {
        const { icon, ...known } = matchSessionWallet(store.get(knownWalletsAtom), peer, walletId)
        // Absolute, because the host receives the wallet's icon, too.
        return { ...known, icon: icon && new URL(icon, location.href).href }
      },
    },
  ).then((source) => {
    sources.add(
      sessionHandlePrefix,
      reviewedTransport(source.transport, async (request) => {
        const { sendWidgetRequestAtom } = await import('#widget/domain/review/widget-requests.ts')
        return store.set(sendWidgetRequestAtom, request)
      }),
    )
    return source
  })
}

/** The source, started once; a failed start is repeated at the next call. */
function sourceOf(store: Store, sources: CombinedTransport): Promise<SessionSource> {
  const known = store.get(sourceAtom)
  if (known) return known
  const starting = start(store, sources)
  store.set(sourceAtom, starting)
  starting.catch(() => store.set(sourceAtom, undefined))
  return starting
}

/** What the wallet signs as it connects, if the host requires sign-in. */
async function signInRequest(store: Store): Promise<OneClick | undefined> {
  if (!store.get(signInConfigAtom)) return undefined
  const { oneClickAtom } = await import('#widget/features/siwx/one-click.ts')
  return store.set(oneClickAtom)
}

/** `PairingPort.propose`, which loads the client on first use. */
export const proposeSession = async (
  store: Store,
  sources: CombinedTransport,
  options: Parameters<PairingPort['propose']>[0],
): Promise<PairingProposal> => {
  const [source, signIn] = await Promise.all([sourceOf(store, sources), signInRequest(store)])
  return source.propose({ ...options, ...(signIn ? { signIn } : {}) })
}

/** `PairingPort.restore`: nothing is loaded if no session is stored. */
export async function restoreWalletConnectSessions(store: Store, sources: CombinedTransport): Promise<void> {
  if (hasSession(store.get(recordsAtom))) await sourceOf(store, sources)
}
