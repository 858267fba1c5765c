import type { ChainId } from '#shared/caip/chain-id.ts'
import type {
  WidgetEvent,
  WidgetEventName,
  WidgetEventProperties,
} from '#shared/channel/records/widget-event.ts'
import { flagsAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { isOriginAllowed, originStatusAtom } from '#widget/core/origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { atom } from '#widget/lib/state.ts'
import { redactProperties } from './redact-secrets.ts'

/** One event without what all of them say. */
export type AnalyticsEvent = {
  [Name in WidgetEventName]: {
    readonly event: Name
    readonly properties: WidgetEventProperties[Name]
  }
}[WidgetEventName]

/** The part of `window` which sends what was counted. */
export type AnalyticsWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly navigator: Pick<Navigator, 'sendBeacon'>
}

/** Whether events may be counted: the person has agreed, the site wants it, and may use the widget. */
export const isAnalyticsEnabledAtom = atom((get): boolean => {
  const status = get(originStatusAtom)
  return (
    get(hostConfigAtom).analyticsConsent &&
    get(flagsAtom).analytics &&
    get(projectIdAtom) !== '' &&
    isOriginAllowed(status)
  )
})

/** Who counts events beside the host; nobody before the person's consent. */
export const analyticsSinkAtom = atom<{ readonly count: (told: WidgetEvent) => void } | undefined>(undefined)

/**
 * Tells the host page what happened, and whoever counts; what others said of it without the addresses and keys in it.
 * `where` is the network of it, by default the one on screen. It never throws: what happened does not depend on it.
 */
export const trackEventAtom = atom(null, (get, _set, happened: AnalyticsEvent, where?: ChainId): void => {
  const { host, log } = get(portsAtom)
  const chain = where ?? get(activeChainAtom)
  const common = chain === undefined ? {} : { caipNetworkId: chain }
  const told: WidgetEvent = Object.assign({}, happened, {
    properties: Object.assign({}, happened.properties, redactProperties(happened.properties), common),
  })
  try {
    host.tellEvent(told)
    get(analyticsSinkAtom)?.count(told)
  } catch (cause) {
    log(`The event ${told.event} could not be told`, cause)
  }
})

/** The network on screen, for events that name it. The widget keeps no smart accounts of its own. */
export const eventNetworkAtom = atom((get) => ({
  network: get(activeChainAtom) ?? '',
  isSmartAccount: false,
}))
