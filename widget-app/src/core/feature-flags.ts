import { getProjectConfig } from '#shared/api/project.ts'
import type { Flags } from '#shared/config/flags.ts'
import type { HostConfig } from '#shared/config/host-config.ts'
import {
  effectiveOverrides,
  type FeatureOverride,
  type FeatureState,
  featureStateOf,
  type RemoteConfigResult,
  type RemoteFeatureName,
  remoteFeatures,
} from '#shared/config/remote-features.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { apiAtom, flagsAtom, hostConfigAtom, projectIdAtom } from './config.ts'
import { isOriginAllowed, originStatusAtom } from './origin.ts'
import { viewPortsAtom } from './view-ports.ts'

export type FeatureName = keyof Flags | RemoteFeatureName

const isRemote = (name: FeatureName): name is RemoteFeatureName => Object.hasOwn(remoteFeatures, name)

/** What the host's options set for a feature; for `emailCapture`, `siwx.email` takes precedence. */
const wishOf = ({ features, siwx }: HostConfig, name: RemoteFeatureName): FeatureOverride =>
  name === 'emailCapture' && siwx?.email !== undefined
    ? siwx.email === 'required'
      ? ['required']
      : []
    : features[name]

/** The project's settings as fetched. They are fetched once, so that features do not change while the document lives. */
type Asked = {
  readonly projectId: string
  readonly answer: RemoteConfigResult
  /** Settles once the response has arrived or the fetch has failed. */
  readonly known: Promise<void>
}

const askedAtom = atom<Asked | undefined>(undefined)

const answerAtom = atom((get): RemoteConfigResult => {
  if (get(hostConfigAtom).basic) return { is: 'basic' }
  const asked = get(askedAtom)
  return asked?.projectId === get(projectIdAtom) ? asked.answer : { is: 'pending' }
})

/**
 * Whether the project's settings can be fetched: the project and an allowed origin are known, and the host does not use
 * basic mode.
 */
const mayAskAtom = atom((get): boolean => {
  return !get(hostConfigAtom).basic && get(projectIdAtom) !== '' && isOriginAllowed(get(originStatusAtom))
})

/**
 * Fetches the project's settings, once per document. After a failure of any kind (after the retries of `request`), the
 * host's options and the defaults of SPEC §3 apply, without a notice to the user. Settles once the settings are known.
 */
export const fetchRemoteConfigAtom = atom(null, async (get, set): Promise<void> => {
  const projectId = get(projectIdAtom)
  const asked = get(askedAtom)
  if (asked?.projectId === projectId) return asked.known
  if (!get(mayAskAtom)) return
  const ports = get(viewPortsAtom)
  const known = fetchEndpoint(ports, get(apiAtom), getProjectConfig, { params: {}, query: {} })
    .then(
      ({ features }): RemoteConfigResult => ({ is: 'answered', features }),
      (cause: unknown): RemoteConfigResult => {
        ports.log('The project’s settings could not be had', cause)
        return { is: 'failed' }
      },
    )
    .then((answer) => {
      set(askedAtom, { projectId, answer, known })
      if (answer.is !== 'answered') return
      const config = get(hostConfigAtom)
      const wishes = { ...config.features, emailCapture: wishOf(config, 'emailCapture') }
      const overridden = effectiveOverrides(answer.features, wishes)
      if (overridden.length > 0)
        ports.log(`The project’s settings override features: ${overridden.join(', ')}`)
    })
  set(askedAtom, { projectId, answer: { is: 'pending' }, known })
  return known
})

/** Fetches the settings while a dependent feature has a subscriber, as soon as fetching is allowed. */
const whileShownAtom = atom((get) => {
  const mayAsk = get(mayAskAtom)
  const loaderAtom = atom(
    () => undefined,
    (_get, set) => {
      if (mayAsk) void set(fetchRemoteConfigAtom)
    },
  )
  loaderAtom.onMount = (load) => load()
  return loaderAtom
})

/**
 * The state of a feature; the one place to read it. `pending` until the project's settings are known (at most 10 s and three
 * retries): nothing is offered until then, so that no offered feature disappears. The settings are fetched when a feature
 * that depends on them is shown, and never before the modal was opened.
 */
export const featureAtom = atomFamily((name: FeatureName) =>
  atom((get): FeatureState | { readonly is: 'pending' } => {
    if (!isRemote(name)) return get(flagsAtom)[name] ? { is: 'on', choices: [] } : { is: 'off' }
    get(get(whileShownAtom))
    return featureStateOf(name, get(answerAtom), wishOf(get(hostConfigAtom), name))
  }),
)

/** Whether a feature is on now. */
export const hasFeatureAtom = atomFamily((name: FeatureName) =>
  atom((get): boolean => get(featureAtom(name)).is === 'on'),
)
