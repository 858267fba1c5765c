import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { completeHostConfig } from '#shared/config/host-config.ts'
import type { ConfirmOffer } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, PreparedRequest, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { knownRecipientsAtom } from '#widget/domain/accounts/known-recipients.ts'
import { reviewedRequestAtom } from '#widget/domain/review/review-actions.ts'
import { frameKnownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import type { ConfirmWindowPorts } from './boot-confirm-window.ts'

const isWalletNamespace = (namespace: string): namespace is DiscoveredWallet['namespace'] =>
  namespace === 'eip155' || namespace === 'solana' || namespace === 'polkadot'

const connectionOf = ({ connection }: ConfirmOffer): Connection => {
  const [account, ...others] = connection.accounts
  if (account === undefined) throw new TypeError('A connection has an account')
  return { ...connection, icon: connection.icon, accounts: [account, ...others] }
}

/** What a frame offered, and whether it arrived over the opener. */
export type ReceivedOffer = { readonly offer: ConfirmOffer; readonly isProven: boolean }

/** Copies what the frame pinned into the window's own store. */
function applyOffer(
  { store, showWallet }: ConfirmWindowPorts,
  { offer, isProven }: ReceivedOffer,
  connection: Connection,
): void {
  const { namespace, handle, walletName, icon } = connection
  if (isWalletNamespace(namespace))
    showWallet({
      handle,
      namespace,
      source: offer.userId === undefined ? 'walletconnect' : 'embedded',
      name: walletName,
      ...(icon === undefined ? {} : { icon }),
      ...(offer.app === undefined ? {} : { app: offer.app }),
    })
  store.set(watchWalletsAtom)
  store.set(hostOriginAtom, offer.origin)
  // Anyone can create a mailbox with a key of their own: only the opener proves that a frame of the widget names the host.
  store.set(originStatusAtom, isProven ? offer.status : 'unverified')
  store.set(
    hostConfigAtom,
    completeHostConfig({
      projectId: offer.projectId,
      metadata: { name: '' },
      networks: offer.network ? [connection.chain, offer.network] : [connection.chain],
      themeMode: offer.themeMode,
      themeVariables: offer.themeVariables,
      siweConfig: undefined,
      // Regardless of the frame's rules: a request that opens this window is always shown.
      review: 'always',
    }),
  )
  store.set(connectionsAtom, { [namespace]: { is: 'connected', connection } })
  store.set(frameKnownAddressesAtom, offer.knownAddresses)
  store.set(knownRecipientsAtom, offer.knownReceivers)
}

/** What the user approves: the request as shown last, and its lowered approval limit, if any. */
export type Approval = { readonly request: RpcRequest; readonly limit: string | undefined }

/**
 * Reviews an offered request: it is parsed, decoded, simulated and verified here, from the request alone. Resolves as
 * `ask` does.
 * @throws ProviderRpcError 4001 when the user cancels; what `prepare` throws for a request that does not parse; 4200 for
 * one that has nothing to review.
 */
export async function reviewInWindow(
  ports: ConfirmWindowPorts,
  offered: ReceivedOffer,
  ask: (approval: Approval) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { store } = ports
  const { offer } = offered
  const connection = connectionOf(offer)
  applyOffer(ports, offered, connection)
  await ports.deployed
  const adapter = await store.get(portsAtom).chains.adapter(connection.namespace)
  const { method, params } = offer.request
  const request = params === undefined ? { method } : { method, params }
  const limits = new WeakMap<RpcRequest, bigint>()
  const withRecordedLimit = (prepared: PreparedRequest): PreparedRequest => {
    const { withLimit } = prepared
    if (withLimit === undefined) return prepared
    return {
      ...prepared,
      withLimit: (amount) => {
        const limited = withRecordedLimit(withLimit(amount))
        limits.set(limited.request, amount)
        return limited
      },
    }
  }
  const parsed = await adapter.prepare(connection, request)
  const { withLimit: _, ...fixed } = parsed
  const prepared = offer.hasLimit ? withRecordedLimit(parsed) : fixed
  if (prepared.decode === undefined)
    throw new ProviderRpcError(providerCodes.unsupportedMethod, 'There is nothing to review')
  await store.set(reviewedRequestAtom, {
    connection,
    prepared,
    signal,
    whenAllowed: async () => undefined,
    send: (approved) => ask({ request: approved.request, limit: limits.get(approved.request)?.toString() }),
  })
}
