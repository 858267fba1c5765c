import { getSessions, postSessionRevocation, type SmartSession } from '#shared/api/sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { faultOf } from '#widget/kernel/fault.ts'
import { cleanText } from '#widget/lib/clean-text.ts'
import { type ApiBase, type HttpPorts, refusalOf, request } from '#widget/lib/http.ts'
import type { RevokeEvent, Setback } from './machine.ts'

/** What revoking acts on; `bind.ts` binds it to the store. */
export type RevokeIo = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal: AbortSignal
  /** Asks the wallet for its signature. */
  sign(session: SmartSession): Promise<string>
  readonly tell: (event: RevokeEvent) => void
}

const reasonMaxLength = 200

function setbackOf(cause: unknown): Setback {
  if (isProviderRpcError(cause, providerCodes.userRejected)) return { is: 'rejected' }
  if (isProviderRpcError(cause, providerCodes.requestPending)) return { is: 'pending' }
  const reason = cleanText(refusalOf(cause) ?? '', reasonMaxLength)
  return reason === '' ? { is: 'failed', fault: faultOf(cause) } : { is: 'refused', reason }
}

/** An end that says nothing of what the service did. */
const isUnclear = (cause: unknown): boolean =>
  isWidgetError(cause, 'http/network') ||
  isWidgetError(cause, 'http/timeout') ||
  isWidgetError(cause, 'http/invalid-response') ||
  (isWidgetError(cause, 'http/status') && refusalOf(cause) === undefined)

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
    tell({ is: 'set-back', setback: setbackOf(cause) })
  }
}
