import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { heldConnectionsAtom } from '#widget/kernel/account.ts'
import { originStatusAtom } from '#widget/kernel/origin.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { reviewedRequestAtom } from './review-commands.ts'
import type { OwnRequest } from './reviewed-sessions.ts'

/**
 * Asks a wallet behind a session for what a view of the widget wants signed. On a site whose origin is not listed for the
 * project, what the rules review is decided in the confirm window first, because the page can draw over the view.
 * @throws ProviderRpcError 4100 where the wallet is not connected; as `reviewRequest`; whatever the wallet throws.
 */
export const askOwnRequestAtom = atom(
  null,
  async (get, set, { handle, request, signal, ask }: OwnRequest): Promise<unknown> => {
    if (get(originStatusAtom) === 'allowed') return ask(request)
    const connection = get(heldConnectionsAtom).find((held) => held.handle === handle)
    if (connection === undefined)
      throw new ProviderRpcError(providerCodes.unauthorized, 'The wallet is not connected')
    const adapter = await get(portsAtom).chains.adapter(connection.namespace)
    const parsed = await adapter.prepare(connection, request)
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
