import { postSessionRevocation } from '#shared/api/smart-sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isUnknownOutcome, type ServiceFailure, toServiceFailure } from '#widget/core/service-failure.ts'
import { lookUpSmartSession, type SmartSessionLookup } from '#widget/domain/accounts/smart-session-lookup.ts'
import { sleep } from '#widget/lib/async.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts } from '#widget/lib/http.ts'
import type { RevokeEvent } from './model.ts'

/** Ports of `revoke`; `atoms/revoke.ts` connects them to the store. */
export type RevokePorts = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal: AbortSignal
  /** Requests the signature from the wallet. */
  sign(): Promise<string>
  readonly dispatch: (event: RevokeEvent) => void
}

/** The service's list can lag: fetch it a second time after this delay. */
const secondLookupDelayMs = 1_000

/** Status of the session after the service has accepted the signature. @throws the signal's reason. */
async function lookUpAfterRevocation(
  revokePorts: RevokePorts,
  account: AccountId,
  pci: string,
): Promise<SmartSessionLookup> {
  const status = await lookUpSmartSession(revokePorts, account, pci)
  if (status !== 'active') return status
  await sleep(revokePorts.ports.clock, secondLookupDelayMs, revokePorts.signal)
  return lookUpSmartSession(revokePorts, account, pci)
}

/**
 * Requests one signature from the wallet and posts it once to the session's service. The session has ended when the
 * service's list reports so, because not every response with a success status ends it.
 * @throws the signal's reason.
 */
export async function revoke(revokePorts: RevokePorts, account: AccountId, pci: string): Promise<void> {
  const { ports, api, signal, dispatch } = revokePorts
  const fail = (failure: ServiceFailure) => dispatch({ is: 'failed', failure })
  dispatch({ is: 'asked' })
  let isPosted = false
  try {
    const signature = await revokePorts.sign()
    signal.throwIfAborted()
    dispatch({ is: 'signed' })
    isPosted = true
    await fetchEndpoint(ports, api, postSessionRevocation, {
      ...{ params: { address: account }, query: {}, body: { pci, signature }, signal },
      // The response body gives the reason of a failure.
      readsRejection: true,
    })
    const status = await lookUpAfterRevocation(revokePorts, account, pci)
    if (status === 'unknown') return fail({ is: 'unknown' })
    // A session that is missing from the list has ended too.
    if (status !== 'active') return dispatch({ is: 'revoked' })
    throw new WidgetError('http/invalid-response', 'The service lists the session as active still')
  } catch (cause) {
    signal.throwIfAborted()
    if (isPosted && isUnknownOutcome(cause)) {
      const status = await lookUpSmartSession(revokePorts, account, pci)
      if (status === 'revoked') return dispatch({ is: 'revoked' })
      if (status !== 'active') return fail({ is: 'unknown' })
    }
    fail(toServiceFailure(cause))
  }
}
