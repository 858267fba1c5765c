import { postProfile } from '#shared/api/names.ts'
import type { NameRegistration } from '#widget/chains/chain-adapter.ts'
import { isUnknownOutcome, toServiceFailure } from '#widget/core/service-failure.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts } from '#widget/lib/http.ts'
import type { RegisterEvent } from './model.ts'

/** The message that an account signs to register a name; the time in whole seconds. */
const claimText = (name: string, nowMs: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: Math.floor(nowMs / 1_000) })

/** The ports of a registration; `atoms.ts` connects them to the store. */
export type RegisterPorts = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal: AbortSignal
  claim(message: string): Promise<NameRegistration>
  /** Resolves the current owner of a name. */
  ownerOf(name: string): Promise<string | undefined>
  readonly tell: (event: RegisterEvent) => void
}

/**
 * Requests one signature from the wallet and sends it to the registry once. If the result is unknown, the name is resolved:
 * it is registered if the account owns it. Resolves to true if registered.
 * @throws the signal's reason.
 */
export async function register(io: RegisterPorts, name: string): Promise<boolean> {
  const { ports, api, signal, tell } = io
  const message = claimText(name, ports.clock.now())
  tell({ is: 'asked', name, message })
  let address = ''
  try {
    const claim = await io.claim(message)
    signal.throwIfAborted()
    tell({ is: 'signed' })
    address = claim.address
    const body = { coin_type: claim.coinType, address, message: claim.message, signature: claim.signature }
    const { success } = await fetchEndpoint(ports, api, postProfile, {
      ...{ params: {}, query: {}, body, signal },
      // The error body has the registry's reason.
      readsRefusal: true,
    })
    if (success) return true
    tell({ is: 'set-back', setback: { is: 'failed', fault: { code: 'name/unresolved', text: '' } } })
    return false
  } catch (cause) {
    signal.throwIfAborted()
    if (address !== '' && isUnknownOutcome(cause)) {
      const owner = await io.ownerOf(name).catch(() => 'unknown' as const)
      signal.throwIfAborted()
      if (owner?.toLowerCase() === address.toLowerCase()) return true
      if (owner === 'unknown') {
        tell({ is: 'set-back', setback: { is: 'unknown' } })
        return false
      }
    }
    tell({ is: 'set-back', setback: toServiceFailure(cause) })
    return false
  }
}
