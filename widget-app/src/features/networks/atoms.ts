import { type ChainId, namespaceOf } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { connectionsAtom, currentConnection } from '#widget/domain/accounts/connections.ts'
import { switchNetworkAtom } from '#widget/domain/connections/switch-network.ts'
import { dismissModalAtom } from '#widget/domain/modal/modal.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { atom, atomFamily, promptAtom } from '#widget/lib/state.ts'
import { attemptToSwitch } from './actions.ts'
import { afterSwitch } from './after-switch.ts'
import { next, type SwitchState } from './model.ts'
import { chooseNetwork } from './network-choice.ts'

/** How long the tick is seen before the view gives way, in milliseconds. */
export const doneShownMs = 700

/** The network each connected wallet is on. */
const connectedChainsAtom = atom((get): ReadonlyMap<Namespace, ChainId> => {
  const held = Object.values(get(connectionsAtom)).flatMap((state) => currentConnection(state) ?? [])
  return new Map(held.map(({ namespace, chain }) => [namespace, chain]))
})

/** The connected wallet of a namespace as lists show it. */
export const connectedRowAtom = atomFamily((namespace: Namespace) =>
  atom((get) => {
    const held = currentConnection(get(connectionsAtom)[namespace])
    return held && get(walletByIdAtom(held.walletId))
  }),
)

type InFlight = { readonly chainId: ChainId; readonly answer: Promise<void> }
const inFlightAtom = atom<InFlight | undefined>(undefined)

/** The network the wallet is being asked for, also after the view of it was left. */
export const askedNetworkAtom = atom((get): ChainId | undefined => get(inFlightAtom)?.chainId)

/** Asks once: whoever wants the same network meanwhile waits for the same answer. */
const askAtom = atom(null, (get, set, chainId: ChainId): Promise<void> => {
  const open = get(inFlightAtom)
  if (open?.chainId === chainId) return open.answer
  const answer = set(switchNetworkAtom, chainId)
  const own: InFlight = { chainId, answer }
  const forget = () => {
    if (get(inFlightAtom) === own) set(inFlightAtom, undefined)
  }
  set(inFlightAtom, own)
  answer.then(forget, forget)
  return answer
})

/** Leaves the switch views: back to what the person was doing, else out. */
const leaveAtom = atom(null, (get, set) => {
  const after = afterSwitch(get(viewStackAtom))
  if (after.is === 'close') set(dismissModalAtom)
  else if (after.is === 'account') set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  else for (let step = 0; step < after.steps; step += 1) set(viewStackAtom, { to: 'back' })
})

/** While the tick is on screen: leaves soon. */
export const leaveSoonAtom = atom(
  () => undefined,
  (get, set) => get(portsAtom).clock.after(doneShownMs, () => set(leaveAtom)),
)
leaveSoonAtom.onMount = (start) => start()

/** Chooses a network in a list: asks in a view of its own where a wallet has to agree. */
export const chooseNetworkAtom = promptAtom(null, (get, set, chainId: ChainId) => {
  const connected = get(connectedChainsAtom)
  const choice = chooseNetwork(chainId, { current: get(activeChainAtom), connected })
  if (choice.is === 'show') {
    set(viewStackAtom, { to: 'push', view: choice.view })
    return
  }
  if (choice.is === 'choose') void set(switchNetworkAtom, chainId)
  set(leaveAtom)
})

/** `show` and `start` ask the wallet; `leave` stops waiting for it. */
export type SwitchCommand = 'show' | 'start' | 'leave'

/** The wish to switch to one network: it begins when it is shown and ends when it is left. */
export const switchingAtom = atomFamily((chainId: ChainId) => {
  const movedAtom = atom<SwitchState>({ is: 'opening' })
  const attemptAtom = atom<AbortController | undefined>(undefined)

  // Also a change made in the wallet itself, without our request, fulfils the wish.
  const stateAtom = atom((get): SwitchState => {
    const isThere = get(connectedChainsAtom).get(namespaceOf(chainId)) === chainId
    return isThere ? { is: 'done' } : get(movedAtom)
  })

  const startAtom = atom(null, async (get, set): Promise<void> => {
    const { clock, chains } = get(portsAtom)
    const attempt = new AbortController()
    get(attemptAtom)?.abort()
    set(attemptAtom, attempt)
    await attemptToSwitch(
      {
        clock,
        prepare: () => chains.adapter(namespaceOf(chainId)),
        ask: () => set(askAtom, chainId),
      },
      (event) => set(movedAtom, next(get(movedAtom), event)),
      attempt.signal,
    )
  })

  const switchingAtom = promptAtom(
    (get) => get(stateAtom),
    (get, set, command: SwitchCommand) => {
      if (command === 'leave') {
        get(attemptAtom)?.abort()
        set(attemptAtom, undefined)
        set(movedAtom, { is: 'opening' })
        return
      }
      void set(startAtom)
    },
  )
  switchingAtom.onMount = (send) => {
    send('show')
    return () => send('leave')
  }
  return switchingAtom
})
