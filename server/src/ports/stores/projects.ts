import type { RemoteFeature } from '../../../../shared/api/project.ts'

/** A customer of the deployment: one site, or several sites of one owner. */
export type Project = {
  /** Immutable; rows of other tables belong to it. */
  readonly key: string
  /** The public id that sites give to the SDK. `rotate` replaces it; the former one stays valid for a time. */
  readonly id: string
  readonly name: string
  /** Patterns of `shared/api/origin-pattern.ts`; an empty list means "not set up". */
  readonly allowedOrigins: readonly string[]
  /** Whether pages of the default origins (SPEC §9: loopback and preview hosts) may frame the widget without being listed. */
  readonly acceptsDefaultOrigins: boolean
  readonly features: readonly RemoteFeature[]
  readonly isAnalyticsEnabled: boolean
  /** What of WalletConnect differs from the deployment's configuration. */
  readonly walletConnect: {
    readonly projectId?: string
    readonly relayUrl?: string
    /** Whether the vendor's Verify host is asked about each site. */
    readonly isVerified?: boolean
  }
  /** Projects with one registry see and claim the same names. */
  readonly nameRegistry: string
  /** Epoch milliseconds. */
  readonly createdAtMs: number
}

/** What of a project can change; `key` and `createdAtMs` never do, `id` only by `rotate`. */
export type ProjectChange = Partial<Omit<Project, 'key' | 'id' | 'createdAtMs'>>

export type ProjectStore = {
  /** The project of a public id, or of a former one that is still valid at `nowMs`. */
  readonly find: (id: string, nowMs: number) => Promise<Project | undefined>
  /** All projects, ordered by id. */
  readonly list: () => Promise<readonly Project[]>
  /**
   * False when the id is, or was, another project's; a former id is free again once `sweep` has deleted it.
   * @throws Error when the key is taken.
   */
  readonly add: (project: Project) => Promise<boolean>
  /** Changes the fields given; false without such a project. */
  readonly change: (key: string, change: ProjectChange) => Promise<boolean>
  /**
   * Replaces the public id; the former one is valid until `formerUntilMs`. False when the new id is taken, or there is no
   * such project.
   */
  readonly rotate: (key: string, id: string, formerUntilMs: number) => Promise<boolean>
}
