import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { SignInMessage, SignInSession } from '#shared/channel/records/sign-in-session.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { closeToastAtom, showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import {
  type ChainAccount,
  emailOptionAtom,
  isSameAddress,
  signInConfigAtom,
} from '#widget/domain/accounts/sign-in.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { configuredChainIdsAtom, selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { createSignInMessage, signInRisks, toSignInFailure } from './actions.ts'
import { notVerified } from './local-authentication.ts'
import type { SignInFailure } from './model.ts'
import { authenticationAdapterOf } from './select-authentication.ts'
import { storeSessionAtom } from './store-session.ts'

/** How long a pairing QR code waits for a nonce. */
const nonceWaitMs = 5_000
/** Placeholder for the account, which is unknown before the wallet approves. */
const anyAddress = `0x${'0'.repeat(40)}`

/** What a wallet signed while it approved a session, and the fields that differ from the request. */
type SignedDuringConnect = { readonly session: SignInSession; readonly differs: readonly string[] }

/**
 * What a wallet is requested to sign while it connects, and the function that verifies it (`SignInRequest` of the chains).
 */
export type OneClick = {
  readonly terms: SignInMessage
  readonly prove: (
    signed: readonly SignedDuringConnect[],
  ) => Promise<{ readonly keep: () => void; readonly drop: () => void }>
}

const oneClickFailureAtom = atom<
  { readonly account: ChainAccount; readonly failure: SignInFailure } | undefined
>(undefined)

/** Returns and clears the failure of One-Click Auth for this account; the sign view shows it. */
export const consumeOneClickFailureAtom = atom(
  null,
  (get, set, { address }: ChainAccount): SignInFailure | undefined => {
    const stored = get(oneClickFailureAtom)
    set(oneClickFailureAtom, undefined)
    return stored && isSameAddress(stored.account.address, address) ? stored.failure : undefined
  },
)

/** Verifies what a wallet signed while connecting; the session of the network that becomes active goes first. */
const verifySignedAtom = atom(null, async (get, set, signed: readonly SignedDuringConnect[]) => {
  const { log } = get(portsAtom)
  const authentication = authenticationAdapterOf(get, set)
  const selected = get(selectedNetworkAtom('eip155')) ?? get(configuredChainIdsAtom)[0]
  const isSelected = ({ session }: SignedDuringConnect) => session.data.chainId === selected
  const ordered = [...signed.filter(isSelected), ...signed.filter((one) => !isSelected(one))]
  // The API accepts a nonce once; other networks need a sign-in when the user switches to them.
  const attempted = get(signInConfigAtom)?.mode === 'hosted' ? ordered.slice(0, 1) : ordered
  const verified: SignInSession[] = []
  let failure: { readonly account: ChainAccount; readonly failure: SignInFailure } | undefined
  set(showToastAtom, get(translateAtom)('sign-in.authenticating'), 'loading')
  for (const [at, { session, differs }] of attempted.entries()) {
    const { chainId: chain, accountAddress: address } = session.data
    try {
      if (differs.length > 0) throw notVerified(`Another ${differs.join(', ')} than was asked for`)
      await authentication.add(session)
      verified.push(session)
    } catch (cause) {
      log('SIWX_AUTH_ERROR', cause)
      if (at === 0) failure = { account: { chain, address }, failure: toSignInFailure(cause) }
    }
  }
  set(closeToastAtom)
  return {
    keep: () => {
      for (const session of verified.toReversed()) set(storeSessionAtom, session)
      set(oneClickFailureAtom, failure)
      const [first] = verified
      if (failure || !first) return
      log('SIWX_AUTH_SUCCESS', first.data.chainId)
      const properties = { network: first.data.chainId, isSmartAccount: false }
      set(trackEventAtom, { event: 'SIWX_AUTH_SUCCESS', properties }, first.data.chainId)
    },
    drop: () => {
      for (const { data } of verified)
        authentication
          .revoke({ chain: data.chainId, address: data.accountAddress })
          .catch((cause: unknown) => log('A session could not be revoked', cause))
    },
  }
})

/**
 * One-Click Auth (SPEC §5): what a wallet over WalletConnect is requested to sign while it connects. Undefined if the
 * sign-in needs its own view: networks of other namespaces, e-mail capture, a request id, which the SDK does not send, a
 * text with a risk; or if there is no nonce in time.
 */
export const oneClickAtom = atom(null, async (get, set): Promise<OneClick | undefined> => {
  const config = get(signInConfigAtom)
  const origin = get(hostOriginAtom)
  const chains = get(configuredChainIdsAtom)
  const [chain] = chains
  if (!config || !origin || !chain || chains.some((one) => namespaceOf(one) !== 'eip155')) return undefined
  if (config.requestId !== undefined) return undefined
  const { chains: adapters, clock, log } = get(portsAtom)
  const timeoutError = () => new Error(`No nonce within ${nonceWaitMs} ms`)
  try {
    const nonce = await withTimeout(clock, nonceWaitMs, timeoutError, async () => {
      if (config.mode === 'hosted') await set(fetchRemoteConfigAtom)
      return get(emailOptionAtom) === undefined
        ? authenticationAdapterOf(get, set).nonce({ chain })
        : undefined
    })
    if (nonce === undefined) return undefined
    const terms = createSignInMessage(
      { chain, address: anyAddress },
      { origin, nonce, config, now: clock.now() },
    )
    const { decodeText } = await adapters.adapter('eip155')
    if (!decodeText || (await signInRisks(terms, decodeText, clock.now())).length > 0) return undefined
    return { terms, prove: (signed) => set(verifySignedAtom, signed) }
  } catch (cause) {
    log('The wallet signs in after it connects, in a separate request', cause)
    return undefined
  }
})
