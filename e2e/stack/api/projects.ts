import { defaultFeatures } from '#server/core/documents/default-features.ts'
import type { NameStore } from '#server/ports/stores/names.ts'
import type { Project, ProjectStore } from '#server/ports/stores/projects.ts'
import { createBorisName } from './local-names.ts'

/** Origins of widget, dApp and hostile site. */
export type SiteOrigins = { readonly widget: string; readonly dapp: string; readonly evil: string }

/** A project of the local world, and how its documents differ from those of the server. */
type LocalProject = {
  readonly project: Project
  /** Replaces the server's `frame-ancestors`, so that only the widget's check rejects the page. */
  readonly frameAncestors?: readonly string[]
  /** Redirect target of its document, as if an attacker controlled the URL. */
  readonly redirectTarget?: string
  /** Whether its document lists no origins, as on a static host: the widget fetches them from the API. */
  readonly isStatic?: true
}

/** The default features without logins, so that Connect lists only the visitor's wallets. */
const withoutLogins = defaultFeatures.map((feature) =>
  feature.id === 'social_login' ? { ...feature, config: [] } : feature,
)

const createLocalProject = (
  id: string,
  allowedOrigins: readonly string[],
  features: Project['features'] = withoutLogins,
): Project => ({
  key: id,
  id,
  name: 'Tidewater Coffee',
  allowedOrigins,
  acceptsDefaultOrigins: false,
  features,
  // An unconfigured project has no analytics.
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
    // Lists the demo shop and the widget in a tab: everything works.
    { project: createLocalProject('demo', [dapp, widget]) },
    // The same with logins by email and by accounts of other services; and for two sites of one owner.
    { project: createLocalProject('shop', [dapp, widget], defaultFeatures) },
    { project: createLocalProject('mall', [dapp, evil], defaultFeatures), frameAncestors: allSites },
    // Unconfigured: the widget works and marks the origin as unverified.
    { project: createLocalProject('empty', []), frameAncestors: allSites },
    // A project of another owner: APKT002 on every page of the local world.
    { project: createLocalProject('unlisted', unlisted), frameAncestors: allSites },
    // 'demo' and 'unlisted' on a static host.
    { project: createLocalProject('static', [dapp, widget]), frameAncestors: allSites, isStatic: true },
    { project: createLocalProject('static-unlisted', unlisted), frameAncestors: allSites, isStatic: true },
    // The list of 'unlisted', opened from http://localhost, which only a default pattern covers.
    {
      project: createLocalProject('defaults', unlisted),
      frameAncestors: [...allSites, 'http://localhost:*'],
    },
    // Of a deployment that calls WalletConnect's Verify host for each site.
    { project: { ...createLocalProject('verified', [dapp]), walletConnect: { isVerified: true } } },
    // Lists the hostile site, to test what an allowed host can and cannot do.
    { project: createLocalProject('careless', [dapp, evil]), frameAncestors: allSites },
    {
      project: createLocalProject('hijacked', [dapp]),
      frameAncestors: allSites,
      redirectTarget: `${evil}/pretend-widget.html`,
    },
  ]
}

/** The id without its tag: `demo` of `demo~7`. */
export const removeTag = (id: string): string => id.split('~', 1)[0] ?? id

/**
 * Adds tags to project ids: `demo~7` is `demo` with separate data, so that parallel tests are isolated. The server's store
 * contains only the projects without tags.
 */
export function taggedProjects(store: ProjectStore, names: NameStore): ProjectStore {
  const seeded = new Map<string, Promise<unknown>>()
  return {
    ...store,
    find: async (id, nowMs) => {
      const project = await store.find(removeTag(id), nowMs)
      if (project === undefined) return undefined
      // Each tag has a separate name registry with one registered name.
      const seeding = seeded.get(id) ?? names.register(createBorisName(id))
      seeded.set(id, seeding)
      await seeding
      return { ...project, id, key: id, nameRegistry: id }
    },
  }
}
