import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { registeredLabel } from '#shared/names/registered-name.ts'
import { blockchainApiAtom, deployConfigAtom } from '#widget/core/config.ts'
import { showToastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ServiceFailure } from '#widget/core/service-failure.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { identityAtom, nameRegisteredAtom } from '#widget/domain/names/identity.ts'
import { refetchNameAtom } from '#widget/domain/names/name-query.ts'
import { isCoveredByReview, isInStack } from '#widget/domain/review-queue/reviews.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, promptAtom } from '#widget/lib/state.ts'
import { register } from './actions.ts'
import { isRegistering, nextRegisterState, type RegisterEvent, type RegisterState } from './model.ts'
import { availabilityAtom, nameAtom, typedNameAtom } from './name-availability.ts'

const stateAtom = atom<RegisterState>({ is: 'choosing' })

/** The state of the registration; write events to it. */
export const registerStateAtom = atom(
  (get) => get(stateAtom),
  (_get, set, event: RegisterEvent) => set(stateAtom, (state) => nextRegisterState(state, event)),
)

/** The registered name that the account already has. An account can have one. */
export const registeredNameAtom = atom((get): string | undefined => {
  const identity = get(identityAtom(get(activeAccountAtom)))
  const name = identity.is === 'ready' ? identity.data.name : undefined
  return name !== undefined && registeredLabel(name, get(deployConfigAtom).nameZone) !== undefined
    ? name
    : undefined
})

/** True if Register can be clicked. */
export const canRegisterAtom = atom(
  (get) =>
    get(availabilityAtom).is === 'free' &&
    get(registeredNameAtom) === undefined &&
    !isRegistering(get(registerStateAtom)),
)

const attemptAtom = atom<AbortController | undefined>(undefined)

const view = 'RegisterAccountName'
const isMountedAtom = atom(false)
/** Whether the view has unmounted because the review of its message is on screen. */
const isCoveredAtom = atom(false)
/** Whether the view reports the result, also once it returns after the review of its message. Otherwise a toast does. */
const isPresentAtom = atom((get) => get(isMountedAtom) || (get(isCoveredAtom) && isInStack(get, view)))

/** Reports a result with a toast, unless the user has rejected the message, and resets the form. */
const reportHiddenResultAtom = atom(null, (get, set, name: string, failure?: ServiceFailure): void => {
  const t = get(translateAtom)
  if (failure === undefined) set(showToastAtom, t('register.done', { name }), 'success')
  else if (failure.is !== 'rejected')
    set(showToastAtom, t(failure.is === 'unknown' ? 'register.unknown' : 'register.failed'), 'error')
  set(registerStateAtom, { is: 'over' })
  set(typedNameAtom, '')
})

/** The error text for analytics: the registry's reason if there is one. */
function errorOf(failure: ServiceFailure): string {
  if (failure.is === 'service-failed') return failure.reason
  return failure.is === 'failed' ? failure.details.text || failure.details.code : failure.is
}

/** Registers the typed name for the active account. A second click while one is pending does nothing. */
export const registerAtom = promptAtom(null, async (get, set): Promise<void> => {
  const connection = get(activeConnectionAtom)
  const account = get(activeAccountAtom)
  const ports = get(portsAtom)
  if (!connection || !account || !get(canRegisterAtom)) return
  const name = get(nameAtom)
  const attempt = new AbortController()
  set(attemptAtom, attempt)
  const { signal } = attempt
  const eventProperties = { isSmartAccount: false, ensName: name }
  set(trackEventAtom, { event: 'REGISTER_NAME_INITIATED', properties: eventProperties })
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
        ownerOf: async (lookedUpName) => (await set(refetchNameAtom, lookedUpName, connection.chain)).address,
        onEvent: (event) => {
          set(registerStateAtom, event)
          if (event.is !== 'failed') return
          if (!get(isPresentAtom)) set(reportHiddenResultAtom, name, event.failure)
          // Usually another account has registered it meanwhile. The refetch then shows that it is taken, with suggestions.
          if (event.failure.is === 'service-failed') void set(availabilityAtom)
          const error = errorOf(event.failure)
          set(trackEventAtom, { event: 'REGISTER_NAME_ERROR', properties: { ...eventProperties, error } })
        },
      },
      name,
    )
    if (!isRegistered) return
    set(trackEventAtom, { event: 'REGISTER_NAME_SUCCESS', properties: eventProperties })
    set(nameRegisteredAtom, account, name)
    if (!get(isPresentAtom)) return set(reportHiddenResultAtom, name)
    set(viewStackAtom, { to: 'replace', view: { name: 'RegisterAccountNameSuccess', registered: name } })
    set(registerStateAtom, { is: 'over' })
  } catch (error) {
    if (!signal.aborted) throw error
  }
})

/**
 * Mounted by the view. Unmounting aborts the attempt while the wallet prompt is open, and a later signature is not sent,
 * except for the review of the message, after which the view returns. A request to the registry cannot be withdrawn and continues in the background.
 */
export const abortOnLeaveAtom = atom(
  () => undefined,
  (get, set, isMounted: boolean) => {
    set(isMountedAtom, isMounted)
    set(isCoveredAtom, !isMounted && isCoveredByReview(get, view))
    if (isMounted || get(isCoveredAtom) || get(registerStateAtom).is === 'registering') return
    get(attemptAtom)?.abort(new DOMException('The view was left', 'AbortError'))
    set(registerStateAtom, { is: 'left' })
    set(typedNameAtom, '')
  },
)
abortOnLeaveAtom.onMount = (setMounted) => {
  setMounted(true)
  return () => setMounted(false)
}
