import type { Clock } from '#shared/channel/clock.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { pairingExpiredAtMs, pairingLifetimeMs, relaySilentAfterMs } from '#shared/config/limits.ts'
import { isProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { PairingPort } from '#widget/core/ports.ts'

/** The steps of a pairing until a wallet approves it. */
export type PairingStep =
  /** The SDK is loading, and the relay is being reached. */
  | { readonly is: 'starting' }
  /** The same, while the Verify API checks the site: up to 5 s ('Checking this site…'). */
  | { readonly is: 'checking' }
  | {
      readonly is: 'waiting'
      /** `wc:` URI for the QR code and the deep links. */
      readonly uri: string
      /** Epoch milliseconds; the URI is replaced 10 s earlier. Undefined for a URI from the host. */
      readonly expiresAt: number | undefined
      /** How often the URI was replaced since the view mounted. */
      readonly renewed: number
      /** The user rejected the previous URI in the wallet. */
      readonly wasDeclined: boolean
    }
  /** The relay has not responded within 10 s. The attempt continues: `waiting` follows when the relay responds. */
  | { readonly is: 'silent' }

type PairWalletPorts = {
  readonly clock: Clock
  readonly pairing: PairingPort
  readonly isVerified: boolean
  readonly walletId: string | undefined
}

/** What ends a URI: an approved session, a rejection, its age, or an error. */
type PairingEnd =
  | { readonly is: 'approved'; readonly wallets: readonly DiscoveredWallet[] }
  | { readonly is: 'declined' }
  | { readonly is: 'old' }

/**
 * Proposes a session until a wallet approves it. A URI is replaced after a rejection and 10 s before its 4 minutes are over
 * (SPEC §9); the wallet can still approve one that was scanned just before.
 * @throws the signal's reason when aborted; WidgetError of the source (`APKT007`, `pairing/nothing-approved` …).
 */
export async function pairWallet(
  { clock, pairing, isVerified, walletId }: PairWalletPorts,
  onStep: (step: PairingStep) => void,
  callerSignal: AbortSignal,
): Promise<readonly DiscoveredWallet[]> {
  callerSignal.throwIfAborted()
  // Withdraws every URI of this attempt when it ends; the approved one is settled by then.
  const attempt = new AbortController()
  const onAbort = () => attempt.abort(callerSignal.reason)
  callerSignal.addEventListener('abort', onAbort, { once: true })
  const { signal } = attempt
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)

  /** Resolves when any URI so far is approved; rejects when one fails. */
  let settle: (end: PairingEnd) => void = () => undefined
  let fail: (cause: unknown) => void = () => undefined
  let renewed = 0
  const propose = async (): Promise<string> => {
    const at = renewed
    const cancelSilence = clock.after(relaySilentAfterMs, () => {
      if (!signal.aborted) onStep({ is: 'silent' })
    })
    try {
      const { uri, approval } = await Promise.race([pairing.propose({ walletId, signal }), aborted])
      approval.then(
        (wallets) => settle({ is: 'approved', wallets }),
        (cause: unknown) => {
          if (isProviderRpcError(cause, providerCodes.userRejected)) {
            // Rejecting an old URI does not affect the one on screen.
            if (at === renewed) settle({ is: 'declined' })
          } else if (!isWidgetError(cause, 'pairing/expired')) fail(cause)
        },
      )
      return uri
    } finally {
      cancelSilence()
    }
  }

  try {
    onStep({ is: isVerified ? 'checking' : 'starting' })
    let wasDeclined = false
    for (; ; renewed += 1) {
      const end = new Promise<PairingEnd>((resolve, reject) => {
        settle = resolve
        fail = reject
      })
      // An old URI can be approved while the next one is being created.
      const uri = await Promise.race([propose(), end.then(onlyApproved)])
      if (typeof uri !== 'string') return uri
      onStep({ is: 'waiting', uri, expiresAt: clock.now() + pairingLifetimeMs, renewed, wasDeclined })
      const cancel = clock.after(pairingLifetimeMs - pairingExpiredAtMs, () => settle({ is: 'old' }))
      const result = await Promise.race([end, aborted]).finally(cancel)
      if (result.is === 'approved') return result.wallets
      wasDeclined = result.is === 'declined'
    }
  } finally {
    callerSignal.removeEventListener('abort', onAbort)
    attempt.abort(new DOMException('The pairing is over', 'AbortError'))
  }
}

/** Never resolves unless approved, so that the next URI wins the race. */
const onlyApproved = (end: PairingEnd): readonly DiscoveredWallet[] | Promise<never> =>
  end.is === 'approved' ? end.wallets : new Promise<never>(() => undefined)
