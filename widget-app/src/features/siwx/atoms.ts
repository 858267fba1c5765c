import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { closeToastAtom, showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { chainAccount, signInConfigAtom } from '#widget/domain/accounts/sign-in.ts'
import { eventNetworkAtom, trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import {
  configuredChainIdsAtom,
  loadNetworksAtom,
  networkTableAtom,
} from '#widget/domain/networks/networks.ts'
import { isCoveredByReview, isInStack } from '#widget/domain/review-queue/reviews.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, atomFamily, type Getter, promptAtom, type Setter } from '#widget/lib/state.ts'
import { type Outcome, prepare, type SignInPorts, sign } from './actions.ts'
import { isBusy, next, type SignInEvent, type SignInState } from './model.ts'
import { consumeOneClickFailureAtom } from './one-click.ts'
import { authenticationAdapterOf } from './select-authentication.ts'
import { type ReadyToSignIn, requireSignIn } from './sign-in-prerequisites.ts'
import { storeSessionAtom } from './store-session.ts'

/**
 * The prerequisites of a sign-in with the active account.
 * @throws WidgetError `siwx/not-enabled`, `siwx/no-address`, `siwx/no-network`, `siwx/no-client`; `chain/unsupported`.
 */
export const readyToSignInAtom = atom(null, async (get, set): Promise<ReadyToSignIn> => {
  const account = get(activeAccountAtom)
  const chain = account && chainOf(account)
  await set(loadNetworksAtom)
  const isConfigured = chain !== undefined && get(configuredChainIdsAtom).includes(chain)
  const network = isConfigured ? get(networkTableAtom).get(chain) : undefined
  const client = chain && network && (await get(portsAtom).chains.adapter(namespaceOf(chain)))
  return requireSignIn({ config: get(signInConfigAtom), account, network, client })
})

const view = 'SIWXSignMessage'
const unmounted = () => new DOMException('The sign-in was left', 'AbortError')

function createPorts(get: Getter, set: Setter, ready: ReadyToSignIn, hasLeft: () => boolean): SignInPorts {
  const { clock } = get(portsAtom)
  const { config, signIn, readText } = ready
  return {
    account: chainAccount(ready.account),
    authentication: authenticationAdapterOf(get, set),
    now: clock.now,
    config,
    origin: get(hostOriginAtom) ?? '',
    readText,
    signIn: async (message) => {
      const connection = get(activeConnectionAtom)
      // The account may have disconnected while the user was reading.
      if (!connection || get(activeAccountAtom) !== ready.account) throw unmounted()
      const signed = await signIn(connection, message)
      // Discard the signature.
      if (hasLeft()) throw unmounted()
      return signed
    },
    storeSession: (session) => set(storeSessionAtom, session),
  }
}

/** `show` prepares, `sign` requests the signature, `leave` aborts. */
export type SignInCommand = 'show' | 'sign' | 'leave'

/**
 * Sign-in with one account: begins when its view mounts, and ends when it unmounts, unless the review of the message to sign
 * covers it.
 */
export const signInAtom = atomFamily((_account: AccountId | undefined) => {
  const stateAtom = atom<SignInState>({ is: 'preparing' })
  /** Identifies the mounted view; a later mount has another object. */
  const visitAtom = atom<object | undefined>(undefined)
  const isMountedAtom = atom(false)
  /** Whether the view has unmounted because the review is on screen. */
  const isCoveredAtom = atom(false)

  const runAtom = atom(null, async (get, set, command: 'show' | 'sign', message?: SignInMessage) => {
    const visit = get(visitAtom)
    const { flows } = get(portsAtom)
    const hasLeft = () => get(visitAtom) !== visit || !(get(isMountedAtom) || isInStack(get, view))
    const dispatch = (event: SignInEvent) => {
      if (!hasLeft()) set(stateAtom, next(get(stateAtom), event))
    }
    const report = (event: Outcome) => {
      dispatch(event)
      if (hasLeft()) return
      set(closeToastAtom)
      if (event.is === 'found') {
        set(trackEventAtom, { event: 'SIWX_AUTH_SUCCESS', properties: get(eventNetworkAtom) })
        flows.signedIn()
      } else if (event.failure) {
        const properties = { ...get(eventNetworkAtom), message: event.failure.is }
        set(trackEventAtom, { event: 'SIWX_AUTH_ERROR', properties })
        get(portsAtom).log('SIWX_AUTH_ERROR', event.failure)
        const variant = event.failure.is === 'rejected' ? 'info' : 'error'
        set(showToastAtom, get(translateAtom)('sign-in.error'), variant)
      }
    }
    try {
      const ports = createPorts(get, set, await set(readyToSignInAtom), hasLeft)
      if (command === 'show') {
        const failure = set(consumeOneClickFailureAtom, ports.account)
        const prepared = await prepare(ports)
        report(prepared.is === 'prepared' && failure ? { ...prepared, failure } : prepared)
      } else if (message) {
        const onSigned = (event: SignInEvent) => {
          dispatch(event)
          set(showToastAtom, get(translateAtom)('sign-in.authenticating'), 'loading')
        }
        report(await sign(ports, message, onSigned))
      }
    } catch (cause) {
      if (hasLeft()) return
      set(stateAtom, { is: 'over' })
      set(closeToastAtom)
      flows.signInFailed(cause)
    } finally {
      // The modal was closed during the review.
      if (hasLeft() && get(visitAtom) === visit) set(visitAtom, undefined)
    }
  })

  const signInAtom = promptAtom(
    (get) => get(stateAtom),
    (get, set, command: SignInCommand) => {
      if (command !== 'sign') set(isMountedAtom, command === 'show')
      if (command === 'leave') {
        set(isCoveredAtom, isBusy(get(stateAtom)) && isCoveredByReview(get, view))
        if (!get(isCoveredAtom)) set(visitAtom, undefined)
      }
      if (command === 'show') {
        const continues = get(isCoveredAtom) && get(visitAtom) !== undefined
        set(isCoveredAtom, false)
        if (continues) return
        set(visitAtom, {})
        set(stateAtom, { is: 'preparing' })
        void set(runAtom, 'show')
      }
      const state = get(stateAtom)
      if (command !== 'sign' || state.is !== 'ready') return
      set(closeToastAtom)
      set(trackEventAtom, { event: 'CLICK_SIGN_SIWX_MESSAGE', properties: get(eventNetworkAtom) })
      set(stateAtom, next(state, { is: 'asked' }))
      void set(runAtom, 'sign', state.message)
    },
  )
  signInAtom.onMount = (send) => {
    send('show')
    return () => send('leave')
  }
  return signInAtom
})
