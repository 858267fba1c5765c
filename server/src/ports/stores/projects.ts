import type { RemoteFeature } from '../../../../shared/api/project.ts'

/** A customer of the deployment: one host, or several hosts of one owner. */
export type Project = {
  /** Immutable; rows of other tables refer to it. */
  readonly key: string
  /** The public id that hosts pass to the SDK. `rotate` replaces it; the former one stays valid for a time. */
  readonly id: string
  readonly name: string
  /** Patterns of `shared/api/origin-pattern.ts`; an empty list means "not set up". */
  readonly allowedOrigins: readonly string[]
  /**
   * True if pages of the default origins (SPEC §9: loopback and preview hosts) may frame the widget without being listed.
   */
  readonly acceptsDefaultOrigins: boolean
  readonly features: readonly RemoteFeature[]
  readonly isAnalyticsEnabled: boolean
  /** WalletConnect settings that override those of the deployment. */
  readonly walletConnect: {
    readonly projectId?: string
    readonly relayUrl?: string
    /** Whether the vendor's Verify API checks each host. */
    readonly isVerified?: boolean
  }
  /** Projects with the same registry share their registered names. */
  readonly nameRegistry: string
  /** Epoch milliseconds. */
  readonly createdAtMs: number
}

/** The fields of a project that can change; `key` and `createdAtMs` never do, `id` only by `rotate`. */
export type ProjectChange = Partial<Omit<Project, 'key' | 'id' | 'createdAtMs'>>

export type ProjectStore = {
  /** The project of a public id, or of a former id that is still valid at `nowMs`. */
  readonly find: (id: string, nowMs: number) => Promise<Project | undefined>
  /** All projects, ordered by id. */
  readonly list: () => Promise<readonly Project[]>
  /**
   * False when the id is, or was, another project's; a former id can be used again once `deleteExpired` has deleted it.
   * @throws Error when the key is in use.
   */
  readonly add: (project: Project) => Promise<boolean>
  /** Changes the given fields; false without such a project. */
  readonly change: (key: string, change: ProjectChange) => Promise<boolean>
  /**
   * Replaces the public id; the former one is valid until `formerUntilMs`. False when the new id is in use, or there is no
   * such project.
   */
  readonly rotate: (key: string, id: string, formerUntilMs: number) => Promise<boolean>
}
