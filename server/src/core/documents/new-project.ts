import type { Project } from '../../ports/stores/projects.ts'
import { defaultFeatures } from './default-features.ts'

/** Projects share one registry of names: a name of the zone has one owner, whichever site asks. */
const sharedRegistry = 'default'

/** A project with the features of SPEC §3 and the origins given. */
export const newProject = (
  given: Pick<Project, 'key' | 'id' | 'name' | 'allowedOrigins' | 'createdAtMs'>,
): Project => ({
  ...given,
  acceptsDefaultOrigins: false,
  features: defaultFeatures,
  isAnalyticsEnabled: false,
  walletConnect: {},
  nameRegistry: sharedRegistry,
})
