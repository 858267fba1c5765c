import { defaultFeatures } from '#server/core/documents/default-features.ts'
import type { NameStore } from '#server/ports/stores/names.ts'
import type { Project, ProjectStore } from '#server/ports/stores/projects.ts'
import { nameOfBoris } from './local-names.ts'

/** Origins of the local world's three sites. */
export type SiteOrigins = { readonly widget: string; readonly dapp: string; readonly evil: string }

/** A project of the local world, and what of its documents differs from what the server sends. */
type LocalProject = {
  readonly project: Project
  /** Sent as `frame-ancestors` in place of the server's own, so that the widget's own check is what refuses. */
  readonly framedBy?: readonly string[]
  /** Where its document redirects to, as after an attacker took over the address. */
  readonly redirectsTo?: string
  /** Whether its document states no origins, as that of a static host: the widget asks the API. */
  readonly isStatic?: true
}

const local = (id: string, allowedOrigins: readonly string[]): Project => ({
  key: id,
  id,
  name: 'Tidewater Coffee',
  allowedOrigins,
  acceptsDefaultOrigins: false,
  features: defaultFeatures,
  // A project that has nothing set up wants no events either.
  isAnalyticsEnabled: id !== 'empty',
  walletConnect: {},
  nameRegistry: id,
  createdAtMs: 0,
})

/** The projects of the local world. */
export function localProjects(sites: SiteOrigins): readonly LocalProject[] {
  const { widget, dapp, evil } = sites
  const allSites = Object.values(sites)
  const unlisted = ['https://shop.example']
  return [
    // The demo shop and the widget in a tab of its own are listed: everything works.
    { project: local('demo', [dapp, widget]) },
    // Nothing set up: the widget works and marks the origin as unverified.
    { project: local('empty', []), framedBy: allSites },
    // A project of another owner: APKT002 on every page of the local world.
    { project: local('unlisted', unlisted), framedBy: allSites },
    // The same two, of a static host.
    { project: local('static', [dapp, widget]), framedBy: allSites, isStatic: true },
    { project: local('static-unlisted', unlisted), framedBy: allSites, isStatic: true },
    // The same list, opened from http://localhost, which only a default pattern covers.
    { project: local('defaults', unlisted), framedBy: [...allSites, 'http://localhost:*'] },
    // Of a deployment that asks WalletConnect's Verify host about each site.
    { project: { ...local('verified', [dapp]), walletConnect: { isVerified: true } } },
    // Lists the hostile site: what an allowed host can and cannot do.
    { project: local('careless', [dapp, evil]), framedBy: allSites },
    {
      project: local('hijacked', [dapp]),
      framedBy: allSites,
      redirectsTo: `${evil}/pretend-widget.html`,
    },
  ]
}

/** The id without its tag: `demo` of `demo~7`. */
export const untagged = (id: string): string => id.split('~', 1)[0] ?? id

/**
 * Projects with a tag: `demo~7` is `demo` with data of its own, so that tests which run side by side do not meet. The
 * server's store knows the projects without tags alone.
 */
export function taggedProjects(store: ProjectStore, names: NameStore): ProjectStore {
  const seeded = new Map<string, Promise<unknown>>()
  return {
    ...store,
    find: async (id, nowMs) => {
      const project = await store.find(untagged(id), nowMs)
      if (project === undefined) return undefined
      // Each tag has a name registry of its own, with the name that every test knows.
      const seeding = seeded.get(id) ?? names.register(nameOfBoris(id))
      seeded.set(id, seeding)
      await seeding
      return { ...project, id, key: id, nameRegistry: id }
    },
  }
}
