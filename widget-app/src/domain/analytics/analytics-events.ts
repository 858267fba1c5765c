import type { ChainId } from '#shared/caip/chain-id.ts'
import type {
  WidgetEvent,
  WidgetEventName,
  WidgetEventProperties,
} from '#shared/channel/records/widget-event.ts'
import { flagsAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { isOriginAllowed, originStatusAtom } from '#widget/core/verify-origin.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { isSmartAccountAtom } from '#widget/domain/accounts/is-smart-account.ts'
import { atom } from '#widget/lib/state.ts'
import { redactProperties } from './redact-secrets.ts'

/** One event without the common properties. */
export type AnalyticsEvent = {
  [Name in WidgetEventName]: {
    readonly event: Name
    readonly properties: WidgetEventProperties[Name]
  }
}[WidgetEventName]

/** The part of `window` that the analytics sender uses. */
export type AnalyticsWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly navigator: Pick<Navigator, 'sendBeacon'>
}

/** Whether events may be tracked: the user consented, the host enabled analytics, and its origin is allowed. */
export const isAnalyticsEnabledAtom = atom((get): boolean => {
  const status = get(originStatusAtom)
  return (
    get(hostConfigAtom).analyticsConsent &&
    get(flagsAtom).analytics &&
    get(projectIdAtom) !== '' &&
    isOriginAllowed(status)
  )
})

/** The analytics sender, in addition to the host; undefined before the user's consent. */
export const analyticsSinkAtom = atom<{ readonly count: (event: WidgetEvent) => void } | undefined>(undefined)

/**
 * Emits an event to the host page and to the analytics sender; external texts in it are redacted. `chainOverride` is its
 * network, by default the active one. `isSmartAccount` is stated here, for every event that has it. Never throws: the tracked operation does not depend on it.
 */
export const trackEventAtom = atom(
  null,
  (get, _set, tracked: AnalyticsEvent, chainOverride?: ChainId): void => {
    const { host, log } = get(portsAtom)
    const chain = chainOverride ?? get(activeChainAtom)
    const common = {
      ...(chain !== undefined && { caipNetworkId: chain }),
      ...('isSmartAccount' in tracked.properties && { isSmartAccount: get(isSmartAccountAtom) }),
    }
    const event: WidgetEvent = Object.assign({}, tracked, {
      properties: Object.assign({}, tracked.properties, redactProperties(tracked.properties), common),
    })
    try {
      host.emitEvent(event)
      get(analyticsSinkAtom)?.count(event)
    } catch (cause) {
      log(`The event ${event.event} could not be tracked`, cause)
    }
  },
)

/** The active network, for events that name it. */
export const eventNetworkAtom = atom((get) => ({
  network: get(activeChainAtom) ?? '',
  isSmartAccount: false,
}))
