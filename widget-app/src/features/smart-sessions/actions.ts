import { postSessionRevocation } from '#shared/api/sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isUnknownOutcome, type ServiceFailure, toServiceFailure } from '#widget/core/service-failure.ts'
import { lookUpSmartSession, type SmartSessionLookup } from '#widget/domain/accounts/smart-session-lookup.ts'
import { sleep } from '#widget/lib/async.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts } from '#widget/lib/http.ts'
import type { RevokeEvent } from './model.ts'

/** What revoking acts on; `action-atoms.ts` binds it to the store. */
export type RevokePorts = {
  readonly ports: HttpPorts
  readonly api: ApiBase
  readonly signal: AbortSignal
  /** Asks the wallet for its signature. */
  sign(): Promise<string>
  readonly tell: (event: RevokeEvent) => void
}

/** A list that is a moment behind is asked once more before it is believed. */
const secondLookMs = 1_000

/** How it stands once the service has taken the signature. @throws the signal's reason. */
async function standAfter(io: RevokePorts, account: AccountId, pci: string): Promise<SmartSessionLookup> {
  const stand = await lookUpSmartSession(io, account, pci)
  if (stand !== 'active') return stand
  await sleep(io.ports.clock, secondLookMs, io.signal)
  return lookUpSmartSession(io, account, pci)
}

/**
 * Asks the wallet for its signature, once, and hands it to the session's service, once. It has ended when the service's
 * list says so: not every answer of success is one.
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
      // It says why a session is not ended.
      readsRefusal: true,
    })
    const stand = await standAfter(io, account, pci)
    if (stand === 'unknown') return setBack({ is: 'unknown' })
    // One that the list has no more is over as well.
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
