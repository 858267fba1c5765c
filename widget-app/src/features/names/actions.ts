import { postProfile } from '#shared/api/names.ts'
import type { NameRegistration } from '#widget/chains/chain-adapter.ts'
import { isUnknownOutcome, toServiceFailure } from '#widget/core/service-failure.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts } from '#widget/lib/http.ts'
import type { RegisterEvent } from './model.ts'

/** The message that an account signs to register a name; the time in whole seconds. */
const claimMessage = (name: string, nowMs: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: Math.floor(nowMs / 1_000) })

/** The ports of a registration; `atoms.ts` connects them to the store. */
export type RegisterPorts = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal: AbortSignal
  claim(message: string): Promise<NameRegistration>
  /** Resolves the current owner of a name. */
  ownerOf(name: string): Promise<string | undefined>
  readonly onEvent: (event: RegisterEvent) => void
}

/**
 * Requests one signature from the wallet and sends it to the registry once. If the result is unknown, the name is resolved:
 * it is registered if the account owns it. Resolves to true if registered.
 * @throws the signal's reason.
 */
export async function register(registerPorts: RegisterPorts, name: string): Promise<boolean> {
  const { ports, api, signal, onEvent } = registerPorts
  const message = claimMessage(name, ports.clock.now())
  onEvent({ is: 'asked', name, message })
  let address = ''
  try {
    const claim = await registerPorts.claim(message)
    signal.throwIfAborted()
    onEvent({ is: 'signed' })
    address = claim.address
    const body = { coin_type: claim.coinType, address, message: claim.message, signature: claim.signature }
    const { success } = await fetchEndpoint(ports, api, postProfile, {
      ...{ params: {}, query: {}, body, signal },
      // The error body has the registry's reason.
      readsRejection: true,
    })
    if (success) return true
    onEvent({ is: 'failed', failure: { is: 'failed', details: { code: 'name/unresolved', text: '' } } })
    return false
  } catch (cause) {
    signal.throwIfAborted()
    if (address !== '' && isUnknownOutcome(cause)) {
      const owner = await registerPorts.ownerOf(name).catch(() => 'unknown' as const)
      signal.throwIfAborted()
      if (owner?.toLowerCase() === address.toLowerCase()) return true
      if (owner === 'unknown') {
        onEvent({ is: 'failed', failure: { is: 'unknown' } })
        return false
      }
    }
    onEvent({ is: 'failed', failure: toServiceFailure(cause) })
    return false
  }
}
