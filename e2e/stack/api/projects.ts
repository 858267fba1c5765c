import type { RemoteFeature } from '#shared/api/project.ts'

/** A customer's project as the service knows it. */
export type Project = {
  readonly id: string
  /** Patterns of `shared/api/origin-pattern.ts`; an empty list means the owner has set nothing up. */
  readonly allowedOrigins: readonly string[]
  /**
   * Origins that are sent as `frame-ancestors`: those of the list, or more of them, so that the widget's own gate is what
   * refuses.
   */
  readonly framedBy: readonly string[]
  readonly features: readonly RemoteFeature[]
  /** Whether its owner wants analytics. */
  readonly isAnalyticsEnabled: boolean
  /** Whether the deployment that serves it wants `walletConnect.verify`: the policy lets the frame of the Verify host in. */
  readonly asksVerify?: true
  /** Where the widget's document sends the browser instead of answering: a taken-over address. */
  readonly redirectsTo?: string
}

/** Remote features as a fresh project has them (SPEC §3). */
const defaultFeatures: readonly RemoteFeature[] = [
  {
    id: 'social_login',
    isEnabled: true,
    config: ['email', 'google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  },
  { id: 'swap', isEnabled: true, config: ['1inch'] },
  { id: 'onramp', isEnabled: true, config: ['meld', 'quay'] },
  { id: 'activity', isEnabled: true, config: null },
  { id: 'reown_branding', isEnabled: true, config: null },
  { id: 'multi_wallet', isEnabled: false, config: null },
  // Left to the site, which asks for an address by `siwx.email`.
  { id: 'email_capture', isEnabled: false, config: null },
  { id: 'fund_from_exchange', isEnabled: false, config: null },
  { id: 'payments', isEnabled: false, config: null },
  { id: 'reown_authentication', isEnabled: false, config: null },
]

/** Origins of the local world's three sites. */
export type SiteOrigins = { readonly widget: string; readonly dapp: string; readonly evil: string }

/** The projects of the local world. */
export function createProjects(sites: SiteOrigins): ReadonlyMap<string, Project> {
  const features = defaultFeatures
  const allSites = Object.values(sites)
  const projects: readonly Omit<Project, 'isAnalyticsEnabled'>[] = [
    // The demo shop and the widget in a tab of its own are listed: everything works.
    {
      id: 'demo',
      allowedOrigins: [sites.dapp, sites.widget],
      framedBy: [sites.dapp, sites.widget],
      features,
    },
    // Nothing set up: the widget works and marks the origin as unverified.
    { id: 'empty', allowedOrigins: [], framedBy: allSites, features },
    // Somebody else's project: APKT002 on every page of the local world.
    { id: 'unlisted', allowedOrigins: ['https://shop.example'], framedBy: allSites, features },
    // The same list, meant to be opened from http://localhost, which only a default pattern covers.
    {
      id: 'defaults',
      allowedOrigins: ['https://shop.example'],
      framedBy: [...allSites, 'http://localhost:*'],
      features,
    },
    // Of a deployment that asks WalletConnect's Verify host about each site.
    { id: 'verified', allowedOrigins: [sites.dapp], framedBy: [sites.dapp], features, asksVerify: true },
    // Lists the hostile site: what an allowed host can and cannot do.
    { id: 'careless', allowedOrigins: [sites.dapp, sites.evil], framedBy: allSites, features },
    // Somebody took the widget's address over: its document leads to the hostile site.
    {
      id: 'hijacked',
      allowedOrigins: [sites.dapp],
      framedBy: allSites,
      features,
      redirectsTo: `${sites.evil}/pretend-widget.html`,
    },
  ]
  // Whoever has set nothing up wants no events either.
  return new Map(
    projects.map((project) => [project.id, { ...project, isAnalyticsEnabled: project.id !== 'empty' }]),
  )
}

/**
 * The project of an id. A tag after `~` is ignored here but kept in the request log and in faults, so tests that run
 * side by side do not meet: `demo~7` is `demo`.
 */
export function findProject(projects: ReadonlyMap<string, Project>, id: string): Project | undefined {
  return projects.get(id.split('~', 1)[0] ?? id)
}
