import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { SignInMessage, SignInSession } from '#shared/channel/sign-in-session.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/kernel/account.ts'
import { hostOriginAtom } from '#widget/kernel/host-origin.ts'
import { configuredChainIdsAtom, loadNetworksAtom, networkTableAtom } from '#widget/kernel/networks.ts'
import { closeToastAtom, showToastAtom } from '#widget/kernel/notices.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { chainAccount, isSessionOf, signInSessionsAtom, signInWishAtom } from '#widget/kernel/sign-in.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, atomFamily, type Getter, type Setter } from '#widget/lib/state.ts'
import { prepare, type SignInIo, sign } from './commands.ts'
import { keeperOf } from './keepers.ts'
import { next, type SignInEvent, type SignInState } from './machine.ts'
import { type ReadyToSignIn, requireSignIn } from './readiness.ts'

/** Keeps a session as the latest, in the place of an earlier one for the same account and chain. */
const keepSessionAtom = atom(null, (_get, set, session: SignInSession) => {
  const { chainId: chain, accountAddress: address } = session.data
  set(signInSessionsAtom, (kept) => [
    session,
    ...kept.filter((one) => !isSessionOf(one, { chain, address }, 'chain')).slice(0, 63),
  ])
})

/**
 * All that signing in with the account in use takes.
 * @throws WidgetError `siwx/not-enabled`, `siwx/no-address`, `siwx/no-network`, `siwx/no-client`; `chain/unsupported`.
 */
export const readyToSignInAtom = atom(null, async (get, set): Promise<ReadyToSignIn> => {
  const account = get(activeAccountAtom)
  const chain = account && chainOf(account)
  await set(loadNetworksAtom)
  const isOurs = chain !== undefined && get(configuredChainIdsAtom).includes(chain)
  const network = isOurs ? get(networkTableAtom).get(chain) : undefined
  const client = chain && network && (await get(portsAtom).chains.adapter(namespaceOf(chain)))
  return requireSignIn({ wish: get(signInWishAtom), account, network, client })
})

const left = () => new DOMException('The sign-in was left', 'AbortError')

function ioOf(get: Getter, set: Setter, ready: ReadyToSignIn, isLeft: () => boolean): SignInIo {
  const { clock } = get(portsAtom)
  const { wish, signIn } = ready
  return {
    account: chainAccount(ready.account),
    keeper: keeperOf(get, set),
    now: clock.now,
    wish,
    origin: get(hostOriginAtom) ?? '',
    signIn: async (message) => {
      const connection = get(activeConnectionAtom)
      // The account may have gone while the person was reading.
      if (!connection || get(activeAccountAtom) !== ready.account) throw left()
      const signed = await signIn(connection, message)
      // Nobody waits for it any more: it is told to nobody.
      if (isLeft()) throw left()
      return signed
    },
    keep: (session) => set(keepSessionAtom, session),
  }
}

/** `show` prepares, `sign` asks the wallet, `leave` ends it. */
export type SignInCommand = 'show' | 'sign' | 'leave'

/** Signing in with one account: begins when its view is shown, and ends when that is left. */
export const signInAtom = atomFamily((_account: AccountId | undefined) => {
  const stateAtom = atom<SignInState>({ is: 'preparing' })
  /** The visit of the view under way; a later one has another. */
  const visitAtom = atom<object | undefined>(undefined)

  const runAtom = atom(null, async (get, set, command: 'show' | 'sign', message?: SignInMessage) => {
    const visit = get(visitAtom)
    const { flows } = get(portsAtom)
    const tell = (event: SignInEvent) => {
      if (get(visitAtom) === visit) set(stateAtom, next(get(stateAtom), event))
    }
    const say = (event: SignInEvent) => {
      tell(event)
      if (get(visitAtom) !== visit) return
      set(closeToastAtom)
      if (event.is === 'found') flows.signedIn()
      else if (event.is === 'set-back')
        set(
          showToastAtom,
          get(translateAtom)('sign-in.error'),
          event.setback.is === 'rejected' ? 'info' : 'error',
        )
    }
    try {
      const io = ioOf(get, set, await set(readyToSignInAtom), () => get(visitAtom) !== visit)
      if (command === 'show') say(await prepare(io))
      else if (message) {
        const onSigned = (event: SignInEvent) => {
          tell(event)
          set(showToastAtom, get(translateAtom)('sign-in.authenticating'), 'loading')
        }
        say(await sign(io, message, onSigned))
      }
    } catch (cause) {
      if (get(visitAtom) !== visit) return
      set(stateAtom, { is: 'over' })
      set(closeToastAtom)
      flows.signInFailed(cause)
    }
  })

  const signInAtom = atom(
    (get) => get(stateAtom),
    (get, set, command: SignInCommand) => {
      if (command === 'leave') set(visitAtom, undefined)
      if (command === 'show') {
        set(visitAtom, {})
        set(stateAtom, { is: 'preparing' })
        void set(runAtom, 'show')
      }
      const state = get(stateAtom)
      if (command !== 'sign' || state.is !== 'ready') return
      set(closeToastAtom)
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
