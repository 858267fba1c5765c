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
type SignedOnTheWay = { readonly session: SignInSession; readonly differs: readonly string[] }

/**
 * What a wallet is requested to sign while it connects, and the function that verifies it (`SignInRequest` of the chains).
 */
export type OneClick = {
  readonly terms: SignInMessage
  readonly prove: (
    signed: readonly SignedOnTheWay[],
  ) => Promise<{ readonly keep: () => void; readonly drop: () => void }>
}

const setbackSlotAtom = atom<{ readonly account: ChainAccount; readonly setback: SignInFailure } | undefined>(
  undefined,
)

/** Returns and clears the failure of One-Click Auth for this account; the sign view shows it. */
export const takeOneClickFailureAtom = atom(
  null,
  (get, set, { address }: ChainAccount): SignInFailure | undefined => {
    const kept = get(setbackSlotAtom)
    set(setbackSlotAtom, undefined)
    return kept && isSameAddress(kept.account.address, address) ? kept.setback : undefined
  },
)

/** Verifies what a wallet signed while connecting; the session of the network that becomes active goes first. */
const proveAtom = atom(null, async (get, set, signed: readonly SignedOnTheWay[]) => {
  const { log } = get(portsAtom)
  const keeper = authenticationAdapterOf(get, set)
  const chosen = get(selectedNetworkAtom('eip155')) ?? get(configuredChainIdsAtom)[0]
  const isInUse = ({ session }: SignedOnTheWay) => session.data.chainId === chosen
  const ordered = [...signed.filter(isInUse), ...signed.filter((one) => !isInUse(one))]
  // The API accepts a nonce once; other networks need a sign-in when the user switches to them.
  const tried = get(signInConfigAtom)?.mode === 'hosted' ? ordered.slice(0, 1) : ordered
  const proved: SignInSession[] = []
  let failure: { readonly account: ChainAccount; readonly setback: SignInFailure } | undefined
  set(showToastAtom, get(translateAtom)('sign-in.authenticating'), 'loading')
  for (const [at, { session, differs }] of tried.entries()) {
    const { chainId: chain, accountAddress: address } = session.data
    try {
      if (differs.length > 0) throw notVerified(`Another ${differs.join(', ')} than was asked for`)
      await keeper.add(session)
      proved.push(session)
    } catch (cause) {
      log('SIWX_AUTH_ERROR', cause)
      if (at === 0) failure = { account: { chain, address }, setback: toSignInFailure(cause) }
    }
  }
  set(closeToastAtom)
  return {
    keep: () => {
      for (const session of proved.toReversed()) set(storeSessionAtom, session)
      set(setbackSlotAtom, failure)
      const [inUse] = proved
      if (failure || !inUse) return
      log('SIWX_AUTH_SUCCESS', inUse.data.chainId)
      const properties = { network: inUse.data.chainId, isSmartAccount: false }
      set(trackEventAtom, { event: 'SIWX_AUTH_SUCCESS', properties }, inUse.data.chainId)
    },
    drop: () => {
      for (const { data } of proved)
        keeper
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
  const wish = get(signInConfigAtom)
  const origin = get(hostOriginAtom)
  const chains = get(configuredChainIdsAtom)
  const [chain] = chains
  if (!wish || !origin || !chain || chains.some((one) => namespaceOf(one) !== 'eip155')) return undefined
  if (wish.requestId !== undefined) return undefined
  const { chains: adapters, clock, log } = get(portsAtom)
  const late = () => new Error(`No nonce within ${nonceWaitMs} ms`)
  try {
    const nonce = await withTimeout(clock, nonceWaitMs, late, async () => {
      if (wish.mode === 'hosted') await set(fetchRemoteConfigAtom)
      return get(emailOptionAtom) === undefined
        ? authenticationAdapterOf(get, set).nonce({ chain })
        : undefined
    })
    if (nonce === undefined) return undefined
    const terms = createSignInMessage(
      { chain, address: anyAddress },
      { origin, nonce, wish, now: clock.now() },
    )
    const { readText } = await adapters.adapter('eip155')
    if (!readText || (await signInRisks(terms, readText, clock.now())).length > 0) return undefined
    return { terms, prove: (signed) => set(proveAtom, signed) }
  } catch (cause) {
    log('A wallet is not asked to sign in as it connects', cause)
    return undefined
  }
})
