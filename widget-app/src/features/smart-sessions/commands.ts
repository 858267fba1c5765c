import { getSessions, postSessionRevocation, type SmartSession } from '#shared/api/sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { isUnclear, serviceSetbackOf } from '#widget/kernel/service-setback.ts'
import { type ApiBase, type HttpPorts, request } from '#widget/lib/http.ts'
import type { RevokeEvent } from './machine.ts'

/** What revoking acts on; `bind.ts` binds it to the store. */
export type RevokeIo = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal: AbortSignal
  /** Asks the wallet for its signature. */
  sign(session: SmartSession): Promise<string>
  readonly tell: (event: RevokeEvent) => void
}

/** Whether the service says that it ended; undefined where it cannot be asked either. */
async function isEnded({ ports, api, signal }: RevokeIo, account: AccountId, pci: string) {
  try {
    const { pcis } = await request(ports, api, getSessions, {
      ...{ params: { address: account }, query: {}, signal },
    })
    const revokedAt = pcis.find((one) => one.pci === pci)?.revokedAt
    return revokedAt !== undefined && revokedAt !== null
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/**
 * Asks the wallet for its signature, once, and hands it to the session's service, once. Where that leaves open what
 * happened, the service is asked how the session stands.
 * @throws the signal's reason.
 */
export async function revoke(io: RevokeIo, account: AccountId, session: SmartSession): Promise<void> {
  const { ports, api, signal, tell } = io
  const { pci } = session
  tell({ is: 'asked' })
  let isHandedOver = false
  try {
    const signature = await io.sign(session)
    signal.throwIfAborted()
    tell({ is: 'signed' })
    isHandedOver = true
    await request(ports, api, postSessionRevocation, {
      ...{ params: { address: account }, query: {}, body: { pci, signature }, signal },
      // It says why a session is not ended.
      readsRefusal: true,
    })
    tell({ is: 'revoked' })
  } catch (cause) {
    signal.throwIfAborted()
    if (isHandedOver && isUnclear(cause)) {
      const ended = await isEnded(io, account, pci)
      if (ended !== false)
        return tell(ended ? { is: 'revoked' } : { is: 'set-back', setback: { is: 'unknown' } })
    }
    tell({ is: 'set-back', setback: serviceSetbackOf(cause) })
  }
}
