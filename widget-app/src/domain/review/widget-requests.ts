import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, PreparedRequest } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { atom } from '#widget/lib/state.ts'
import { isSevereRequest } from './requires-confirm-window.ts'
import { reviewedRequestAtom } from './review-actions.ts'
import type { WidgetRequest } from './reviewed-transport.ts'
import { isSignedByVault, type RequestCompletion, vaultCompletionAtom } from './vault-signing.ts'

/** Methods that sign a text. The host writes statement and resources of a sign-in. */
const textSigningMethods: ReadonlySet<string> = new Set([
  'personal_sign',
  'solana:signIn',
  'solana:signMessage',
  'injectedWeb3:signRaw',
])

/** Whether a text is severe; one that cannot be decoded is. */
async function isSevereText({ decode }: PreparedRequest, signal: AbortSignal): Promise<boolean> {
  const description = await decode?.(signal).catch(() => undefined)
  return description === undefined || isSevereRequest({ decoding: { is: 'read', description }, risks: [] })
}

/**
 * Sends a request of a view of the widget to a WalletConnect wallet, or to our own, whose vault signs each request. On a host whose origin is not listed for the project,
 * requests that the rules review are first decided in the confirm window, because the page can draw over the view; severe
 * texts are on every host.
 * @throws ProviderRpcError 4100 if the wallet is not connected; as `reviewRequest`; any error of the wallet.
 */
export const sendWidgetRequestAtom = atom(
  null,
  async (get, set, { handle, request, signal, send }: WidgetRequest): Promise<unknown> => {
    const isListed = () => get(originStatusAtom) === 'allowed'
    const connection = get(currentConnectionsAtom).find((current) => current.handle === handle)
    const notConnected = () => new ProviderRpcError(providerCodes.unauthorized, 'The wallet is not connected')
    const bySend = (prepared: PreparedRequest): PreparedRequest => ({
      ...prepared,
      requestWallet: () => send(prepared.request),
    })
    const review = (current: Connection, prepared: PreparedRequest, completion?: RequestCompletion) =>
      set(reviewedRequestAtom, {
        connection: current,
        prepared: bySend(prepared),
        ...(completion && {
          completion: { ...completion, complete: async () => bySend(await completion.complete()) },
        }),
        signal,
        send: (reviewed) => reviewed.requestWallet(),
        whenAllowed: async () => undefined,
        isWidgetRequest: true,
      })
    const isForVault = connection !== undefined && isSignedByVault(get, { connection, request })
    if (isListed() && !isForVault && !textSigningMethods.has(request.method)) return send(request)
    if (connection === undefined) throw notConnected()
    const adapter = await get(portsAtom).chains.adapter(connection.namespace)
    const prepared = await adapter.prepare(connection, request)
    if (isForVault) return review(connection, prepared, await set(vaultCompletionAtom, connection, request))
    if (isListed() && !(await isSevereText(prepared, signal))) return send(request)
    return review(connection, prepared)
  },
)
