import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { PreparedRequest } from '#widget/chains/chain-adapter.ts'
import { originStatusAtom } from '#widget/core/origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentConnectionsAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { atom } from '#widget/lib/state.ts'
import { isSevereRequest } from './confirm-window-rule.ts'
import { reviewedRequestAtom } from './review-actions.ts'
import type { WidgetRequest } from './reviewed-transport.ts'

/** Methods that sign a text. Of a sign-in statement and resources are the site's. */
const signsText: ReadonlySet<string> = new Set([
  'personal_sign',
  'solana:signIn',
  'solana:signMessage',
  'injectedWeb3:signRaw',
])

/** Whether a text is of the gravest class; one that cannot be read is. */
async function isGravestText({ read }: PreparedRequest, signal: AbortSignal): Promise<boolean> {
  const description = await read?.(signal).catch(() => undefined)
  return description === undefined || isSevereRequest({ reading: { is: 'read', description }, risks: [] })
}

/**
 * Asks a wallet behind a session for what a view of the widget wants signed. On a site whose origin is not listed for the
 * project, what the rules review is decided in the confirm window first, because the page can draw over the view; on every
 * site a text of the gravest class is.
 * @throws ProviderRpcError 4100 where the wallet is not connected; as `reviewRequest`; whatever the wallet throws.
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
