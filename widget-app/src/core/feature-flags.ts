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
import { isOriginAllowed, originStatusAtom } from './verify-origin.ts'
import { viewPortsAtom } from './view-ports.ts'

export type FeatureName = keyof Flags | RemoteFeatureName

/** True if the project's settings decide the feature. */
export const isRemote = (name: FeatureName): name is RemoteFeatureName => Object.hasOwn(remoteFeatures, name)

/** What the host's options set for a feature; for `emailCapture`, `siwx.email` takes precedence. */
export const hostOverride = ({ features, siwx }: HostConfig, name: RemoteFeatureName): FeatureOverride =>
  name === 'emailCapture' && siwx?.email !== undefined
    ? siwx.email === 'required'
      ? ['required']
      : []
    : features[name]

/** The project's settings as fetched. They are fetched once, so that features do not change while the document lives. */
type ConfigFetch = {
  readonly projectId: string
  readonly result: RemoteConfigResult
  /** Settles once the response has arrived or the fetch has failed. */
  readonly settled: Promise<void>
}

const configFetchAtom = atom<ConfigFetch | undefined>(undefined)

const configResultAtom = atom((get): RemoteConfigResult => {
  if (get(hostConfigAtom).basic) return { is: 'basic' }
  const fetched = get(configFetchAtom)
  return fetched?.projectId === get(projectIdAtom) ? fetched.result : { is: 'pending' }
})

/**
 * Whether the project's settings can be fetched: the project and an allowed origin are known, and the host does not use
 * basic mode.
 */
const canFetchConfigAtom = atom((get): boolean => {
  return !get(hostConfigAtom).basic && get(projectIdAtom) !== '' && isOriginAllowed(get(originStatusAtom))
})

/**
 * Fetches the project's settings, once per document. After a failure of any kind (after the retries of `request`), the
 * host's options and the defaults of SPEC §3 apply, without a notice to the user. Settles once the settings are known.
 */
export const fetchRemoteConfigAtom = atom(null, async (get, set): Promise<void> => {
  const projectId = get(projectIdAtom)
  const fetched = get(configFetchAtom)
  if (fetched?.projectId === projectId) return fetched.settled
  if (!get(canFetchConfigAtom)) return
  const ports = get(viewPortsAtom)
  const settled = fetchEndpoint(ports, get(apiAtom), getProjectConfig, { params: {}, query: {} })
    .then(
      ({ features }): RemoteConfigResult => ({ is: 'answered', features }),
      (cause: unknown): RemoteConfigResult => {
        ports.log('The project settings could not be fetched', cause)
        return { is: 'failed' }
      },
    )
    .then((result) => {
      set(configFetchAtom, { projectId, result, settled })
      if (result.is !== 'answered') return
      const config = get(hostConfigAtom)
      const overrides = { ...config.features, emailCapture: hostOverride(config, 'emailCapture') }
      const overridden = effectiveOverrides(result.features, overrides)
      if (overridden.length > 0) ports.log(`The project settings override features: ${overridden.join(', ')}`)
    })
  set(configFetchAtom, { projectId, result: { is: 'pending' }, settled })
  return settled
})

/** Fetches the settings while a dependent feature has a subscriber, as soon as fetching is allowed. */
const configLoaderAtom = atom((get) => {
  const canFetch = get(canFetchConfigAtom)
  const loaderAtom = atom(
    () => undefined,
    (_get, set) => {
      if (canFetch) void set(fetchRemoteConfigAtom)
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
    get(get(configLoaderAtom))
    return featureStateOf(name, get(configResultAtom), hostOverride(get(hostConfigAtom), name))
  }),
)

/** Whether a feature is on now. */
export const hasFeatureAtom = atomFamily((name: FeatureName) =>
  atom((get): boolean => get(featureAtom(name)).is === 'on'),
)
