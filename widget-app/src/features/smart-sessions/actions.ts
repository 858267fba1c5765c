import { postSessionRevocation } from '#shared/api/sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isUnknownOutcome, type ServiceFailure, toServiceFailure } from '#widget/core/service-failure.ts'
import { lookUpSmartSession, type SmartSessionLookup } from '#widget/domain/accounts/smart-session-lookup.ts'
import { sleep } from '#widget/lib/async.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts } from '#widget/lib/http.ts'
import type { RevokeEvent } from './model.ts'

/** Ports of `revoke`; `action-atoms.ts` connects them to the store. */
export type RevokePorts = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal: AbortSignal
  /** Requests the signature from the wallet. */
  sign(): Promise<string>
  readonly tell: (event: RevokeEvent) => void
}

/** The service's list can lag: fetch it a second time after this delay. */
const secondLookMs = 1_000

/** Status of the session after the service has accepted the signature. @throws the signal's reason. */
async function standAfter(io: RevokePorts, account: AccountId, pci: string): Promise<SmartSessionLookup> {
  const stand = await lookUpSmartSession(io, account, pci)
  if (stand !== 'active') return stand
  await sleep(io.ports.clock, secondLookMs, io.signal)
  return lookUpSmartSession(io, account, pci)
}

/**
 * Requests one signature from the wallet and posts it once to the session's service. The session has ended when the
 * service's list reports so, because not every response with a success status ends it.
 * @throws the signal's reason.
 */
export async function revoke(io: RevokePorts, account: AccountId, pci: string): Promise<void> {
  const { ports, api, signal, tell } = io
  const setBack = (setback: ServiceFailure) => tell({ is: 'set-back', setback })
  tell({ is: 'asked' })
  let isHandedOver = false
  try {
    const signature = await io.sign()
    signal.throwIfAborted()
    tell({ is: 'signed' })
    isHandedOver = true
    await fetchEndpoint(ports, api, postSessionRevocation, {
      ...{ params: { address: account }, query: {}, body: { pci, signature }, signal },
      // The response body gives the reason of a failure.
      readsRefusal: true,
    })
    const stand = await standAfter(io, account, pci)
    if (stand === 'unknown') return setBack({ is: 'unknown' })
    // A session that is missing from the list has ended too.
    if (stand !== 'active') return tell({ is: 'revoked' })
    throw new WidgetError('http/invalid-response', 'The service lists the session as active still')
  } catch (cause) {
    signal.throwIfAborted()
    if (isHandedOver && isUnknownOutcome(cause)) {
      const stand = await lookUpSmartSession(io, account, pci)
      if (stand === 'revoked') return tell({ is: 'revoked' })
      if (stand !== 'active') return setBack({ is: 'unknown' })
    }
    setBack(toServiceFailure(cause))
  }
}
