import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import { originStatusAtom } from '#widget/core/origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { atom } from '#widget/lib/state.ts'
import { isSevereRequest } from './confirm-window-rule.ts'
import { reviewedRequestAtom } from './review-actions.ts'
import type { WidgetRequest } from './reviewed-transport.ts'

/** Methods that sign a text. The host writes statement and resources of a sign-in. */
const signsText: ReadonlySet<string> = new Set([
  'personal_sign',
  'solana:signIn',
  'solana:signMessage',
  'injectedWeb3:signRaw',
])

/** Whether a text is severe; one that cannot be decoded is. */
async function isGravestText({ read }: PreparedRequest, signal: AbortSignal): Promise<boolean> {
  const description = await read?.(signal).catch(() => undefined)
  return description === undefined || isSevereRequest({ reading: { is: 'read', description }, risks: [] })
}

/**
 * Sends a request of a view of the widget to a WalletConnect wallet. On a host whose origin is not listed for the project,
 * requests that the rules review are first decided in the confirm window, because the page can draw over the view; severe
 * texts are on every host.
 * @throws ProviderRpcError 4100 if the wallet is not connected; as `reviewRequest`; any error of the wallet.
 */
export const sendWidgetRequestAtom = atom(
  null,
  async (get, set, { handle, request, signal, ask }: WidgetRequest): Promise<unknown> => {
    const isListed = () => get(originStatusAtom) === 'allowed'
    if (isListed() && !signsText.has(request.method)) return ask(request)
    const connection = get(currentConnectionsAtom).find((held) => held.handle === handle)
    if (connection === undefined)
      throw new ProviderRpcError(providerCodes.unauthorized, 'The wallet is not connected')
    const adapter = await get(portsAtom).chains.adapter(connection.namespace)
    const parsed = await adapter.prepare(connection, request)
    if (isListed() && !(await isGravestText(parsed, signal))) return ask(request)
    return set(reviewedRequestAtom, {
      connection,
      prepared: { ...parsed, ask: () => ask(parsed.request) },
      signal,
      ask: (reviewed) => reviewed.ask(),
      allowed: async () => undefined,
      isOwn: true,
    })
  },
)
