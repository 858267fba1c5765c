import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { registeredLabel } from '#shared/names/registered-name.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/kernel/account.ts'
import { blockchainApiAtom } from '#widget/kernel/config.ts'
import { tellEventAtom } from '#widget/kernel/events.ts'
import { identityAtom } from '#widget/kernel/names/identity.ts'
import { lookUpAnewAtom } from '#widget/kernel/names/name-query.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import type { ServiceSetback } from '#widget/kernel/service-setback.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { atom } from '#widget/lib/state.ts'
import { availabilityAtom, labelAtom, nameAtom } from './availability.ts'
import { register } from './commands.ts'
import { isUnderWay, nextRegister, type RegisterEvent, type RegisterState } from './machine.ts'

const stateAtom = atom<RegisterState>({ is: 'choosing' })

/** Where registering stands; write events to it. */
export const registerStateAtom = atom(
  (get) => get(stateAtom),
  (_get, set, event: RegisterEvent) => set(stateAtom, (state) => nextRegister(state, event)),
)

/** The registered name the account has already: it can have one. */
export const ownNameAtom = atom((get): string | undefined => {
  const identity = get(identityAtom(get(activeAccountAtom)))
  const name = identity.is === 'ready' ? identity.data.name : undefined
  return name !== undefined && registeredLabel(name) !== undefined ? name : undefined
})

/** Whether Register may be pressed. */
export const canRegisterAtom = atom(
  (get) =>
    get(availabilityAtom).is === 'free' &&
    get(ownNameAtom) === undefined &&
    !isUnderWay(get(registerStateAtom)),
)

const attemptAtom = atom<AbortController | undefined>(undefined)

/** Why a name was not registered, for events: in the words of the registry where it gave some. */
function errorOf(setback: ServiceSetback): string {
  if (setback.is === 'refused') return setback.reason
  return setback.is === 'failed' ? setback.fault.text || setback.fault.code : setback.is
}

/** Registers the typed name for the account in use; a second press while one is under way does nothing. */
export const registerAtom = atom(null, async (get, set): Promise<void> => {
  const connection = get(activeConnectionAtom)
  const account = get(activeAccountAtom)
  const ports = get(portsAtom)
  if (!connection || !account || !get(canRegisterAtom)) return
  const name = get(nameAtom)
  const attempt = new AbortController()
  set(attemptAtom, attempt)
  const { signal } = attempt
  const told = { isSmartAccount: false, ensName: name }
  set(tellEventAtom, { event: 'REGISTER_NAME_INITIATED', properties: told })
  try {
    const isRegistered = await register(
      {
        ports,
        api: get(blockchainApiAtom),
        signal,
        claim: async (message) => {
          const { claimName } = await ports.chains.adapter(connection.namespace)
          if (!claimName) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
          return claimName(connection, message, { signal })
        },
        ownerOf: async (asked) => (await set(lookUpAnewAtom, asked, connection.chain)).address,
        tell: (event) => {
          set(registerStateAtom, event)
          if (event.is !== 'set-back') return
          // Most often somebody else has it by now: what stands below the field says so then, and what is free instead.
          if (event.setback.is === 'refused') void set(availabilityAtom)
          const error = errorOf(event.setback)
          set(tellEventAtom, { event: 'REGISTER_NAME_ERROR', properties: { ...told, error } })
        },
      },
      name,
    )
    if (!isRegistered) return
    set(tellEventAtom, { event: 'REGISTER_NAME_SUCCESS', properties: told })
    void set(identityAtom(account))
    set(viewStackAtom, { to: 'replace', view: { name: 'RegisterAccountNameSuccess', registered: name } })
  } catch (error) {
    if (!signal.aborted) throw error
  }
})

/** Mounted by the view: leaving ends the attempt, and what the wallet signs after that goes nowhere. */
export const presenceAtom = atom(
  () => undefined,
  (get, set) => {
    get(attemptAtom)?.abort(new DOMException('The view was left', 'AbortError'))
    set(registerStateAtom, { is: 'left' })
    set(labelAtom, '')
  },
)
presenceAtom.onMount = (leave) => () => leave()
